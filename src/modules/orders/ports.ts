import type { Database } from "#src/platform/database/database.ts";
import { definePort, type Runtime } from "#src/platform/runtime.ts";

export type KnownWriter = {
  id: string;
  pseudonym: string;
  active: boolean;
  capacity: number;
  sharePercent: number;
  /** The days off in words, where one of the days from `first` to `last` (YYYY-MM-DD) is among them; else null. */
  daysOff: (first: string, last: string) => string | null;
};

/** What speaks for one person behind a writer's account and a client's; it never decides alone. */
export type SamePersonHints = {
  clientIds: ReadonlySet<string>;
  /** Network addresses of the writer that few others use. */
  addresses: ReadonlySet<string>;
};

/** What orders ask the people who know the writers. */
export type WriterDirectory = {
  /** The clients who are perhaps the same person as this writer. */
  hints: (db: Database, personId: string) => Promise<SamePersonHints>;
  /** The writer of an account, locked until the transaction ends, so that two offers cannot both take the last room. */
  lock: (tx: Database, personId: string) => Promise<KnownWriter | null>;
};

export const writerDirectory = definePort<WriterDirectory>("orders.writer-directory");

/** Whether clients can pay on the site now: payments know their methods. */
export const payablePort = definePort<(runtime: Runtime) => Promise<boolean>>("orders.payable");

export const canBePaidNow = (runtime: Runtime): Promise<boolean> => runtime.port(payablePort)(runtime);
