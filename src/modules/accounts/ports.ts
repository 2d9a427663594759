import type { Database } from "#src/platform/database/database.ts";
import { type Ctx, definePort } from "#src/platform/runtime.ts";
import type { Auth } from "./sign-in/auth.ts";

/** The sign-in engine of the runtime, opened by `openAuth`. */
export const authPort = definePort<Auth>("accounts.auth");

type KeptLine = {
  key: string;
  label: string;
  cents: number | null;
  why?: string | undefined;
  amount?: boolean;
  sub?: boolean;
};

/** What the person was doing before the sign-in, to be shown beside it: an order, with its price if one was made. */
export type KeptWork = {
  quote: { lines: readonly KeptLine[]; totalCents: number; wordCount: number } | null;
  /** A stored quote holds the price. */
  held: boolean;
  /** The total that was seen before this one, in cents; null where it is the same or none was seen. */
  seenCents: number | null;
};

/** What sign-in asks about the order that somebody begins before there is an account. */
export type BegunOrder = {
  /** The work of an address to continue to; null when nothing was chosen, or when its stored price is not there. */
  keptWork: (ctx: Ctx, next: string) => Promise<KeptWork | null>;
  /** The fields of the order form for those that the calculator sent, with the quote that keeps the total it showed. */
  formFields: (ctx: Ctx, sent: Readonly<Record<string, string>>) => Promise<Record<string, string>>;
};

export const begunOrderPort = definePort<BegunOrder>("accounts.begun-order");

/** Whether an order is this client's own. */
export type OwnsOrder = (db: Database, asked: { orderId: string; clientId: string }) => Promise<boolean>;

export const ownOrderPort = definePort<OwnsOrder>("accounts.own-order");

/**
 * Whether a writer's pages show an order of one of these people whose data is sealed: as the writer of it, or because
 * any free writer can accept it.
 */
export type ShowsSealedWork = (
  db: Database,
  asked: { writerId: string; sealed: readonly string[] },
) => Promise<boolean>;

export const sealedWorkPort = definePort<ShowsSealedWork>("accounts.sealed-work");
