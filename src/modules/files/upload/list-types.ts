import type { FileKeeper } from "./kept-files.ts";
import type { KeptUrls } from "./kept-urls.ts";
import type { Release, TabLock } from "./tab-lock.ts";
import type { Found, Phase, Row } from "./upload-rows.ts";
import type { UploadOptions, UploadTask } from "./upload-task.ts";

/** What one list of files is for. `account` null: nobody is signed in, so files wait on the device. */
export type ListFor = {
  readonly account: string | null;
  /** Names a guest's form until the sign-in. */
  readonly guestKey: string | null;
  readonly purpose: string;
  readonly about: string;
  readonly maxBytes: number;
  readonly mostFiles: number;
  readonly messages: { readonly tooLarge: string; readonly tooMany: string };
};

/** What the server says of a file after its last byte; `refusal`: it cannot be used, and why. */
export type Checked = { readonly id: string; readonly found: Found; readonly refusal: string | null };

/** What the server knows of this list: complete files, and parts of others. */
export type Known = Checked & { readonly name: string; readonly size: number; readonly received: number };

/** Where a complete file stands. */
export const checkedPhase = ({ id, found, refusal }: Checked): Phase =>
  refusal === null ? { at: "sent", id, found } : { at: "failed", message: refusal, again: false };

export type Tools = {
  readonly endpoint: string;
  readonly start: (file: Blob, options: Omit<UploadOptions, "transport">) => UploadTask;
  readonly remove: (url: string) => void;
  readonly lock: TabLock;
  readonly urls: KeptUrls;
  readonly files: FileKeeper;
  readonly now: () => number;
};

/** A file of the list with what moves it. */
export type Item = {
  row: Row;
  mark: string | null;
  file: File | null;
  url: string | null;
  task: UploadTask | null;
  wants: boolean;
  leave: AbortController;
  release: Release | null;
};
