import { dayMs } from "#src/shared/units.ts";
import type { Database } from "./database/database.ts";
import type { JobKind } from "./jobs.ts";

/** A job that throws away what is older than so many days; `cron` as for jobs. */
export const sweepJob = (
  name: string,
  cron: string,
  days: number,
  drop: (db: Database, before: Date) => PromiseLike<unknown>,
): JobKind => ({
  name,
  cron,
  run: async ({ db, clock }) => void (await drop(db, new Date(clock().getTime() - days * dayMs))),
});
