import type { Readable } from "node:stream";

/** The parts of one backup: what lies at a path like database/orders.orders.copy. */
export type BackupSource = {
  /** What people call it: its folder, or s3: and its name. */
  label: string;
  /** Where a part lies, for people. */
  labelOf: (part: string) => string;
  /** Null: it is missing. */
  read: (part: string) => Promise<Readable | null>;
};

/** A backup while it is written. */
export type BackupDraft = {
  put: (part: string, source: AsyncIterable<Uint8Array>) => Promise<void>;
  remove: (part: string) => Promise<void>;
  /** All parts are written, the manifest last: from now on it is a backup. */
  finish: () => Promise<void>;
  /** Leaves nothing of it. */
  giveUp: () => Promise<void>;
};

/** Where backups lie beside each other, each under its name. */
export type BackupTarget = {
  begin: (name: string) => Promise<BackupDraft>;
  open: (name: string) => BackupSource;
  /** What lies there; not all of it need be a backup. */
  names: () => Promise<string[]>;
  /** First it stops to look whole, then it goes. */
  remove: (name: string) => Promise<void>;
  /** Takes away what killed backups left there. */
  tidy: () => Promise<void>;
};

const named = /^paperwright-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/;

export const nameOf = (moment: Date): string =>
  `paperwright-${moment.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** When a backup was begun; null for what does not have the name of one. */
export const momentOf = (name: string): Date | null => {
  const [, hour, minute, second] = named.exec(name) ?? [];
  return hour ? new Date(`${hour}:${minute}:${second}Z`) : null;
};
