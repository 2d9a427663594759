import type { DraftOnServer } from "./begun.server.ts";

/** What is kept of the answers, and where. */
export type Kept = {
  readonly account: boolean;
  /** When answers of another device, which this page never showed, were replaced by these. */
  readonly replaced?: string;
};

export type Whose = {
  /** The account; a guest's answers are not kept on the device. */
  person: string | null;
  /** False while the page shows a form that the server sent back. */
  fresh: boolean;
  /** The form could not be sent. */
  unsent: boolean;
  onServer: DraftOnServer | null;
};
