import { percentIn } from "#src/shared/money.ts";
import type { FileKeeper, KeptUrls, Release, TabLock } from "./kept.ts";
import type { Snapshot, UploadOptions, UploadTask } from "./upload-task.ts";

/**
 * What the check of a sent file found. null: it is not through yet. `withheld`: nobody but its owner gets it, and why;
 * null: others get it.
 */
export type Found = { readonly withheld: string | null } | null;

/** How a file of the list stands. */
export type Phase =
  /** Waits on this device until somebody has signed in. */
  | { readonly at: "held" }
  /** Another tab sends the same file. */
  | { readonly at: "elsewhere" }
  /** Waits for its turn. */
  | { readonly at: "queued" }
  /** `resumes`: paused, and continues when one of the others is through. */
  | { readonly at: "sending"; readonly snapshot: Snapshot; readonly resumes: boolean }
  /** `again`: trying once more may help. */
  | { readonly at: "failed"; readonly message: string; readonly again: boolean }
  | { readonly at: "sent"; readonly id: string; readonly found: Found }
  /** A part is at the server; the file must be chosen again to continue. */
  | { readonly at: "stopped"; readonly received: number };

export type Row = {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly phase: Phase;
};

const isSending = ({ phase }: Row): boolean =>
  phase.at === "sending" && phase.snapshot.state !== "paused" && phase.snapshot.state !== "canceled";

export const running = (rows: readonly Row[]): number => rows.filter(isSending).length;

/** Ids of the files that are complete, in the order of the list. */
export const sentIds = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ phase }) => (phase.at === "sent" ? [phase.id] : []));

/** Ids of the files whose check is not through. */
export const uncheckedIds = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ phase }) => (phase.at === "sent" && phase.found === null ? [phase.id] : []));

/** Whole percents, never 100 before the last byte. */
export const percent = ({ bytesSent, total }: { bytesSent: number; total: number }): number =>
  bytesSent >= total ? 100 : percentIn(bytesSent, total);

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
