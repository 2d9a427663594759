import { and, isNull, lt, notExists, sql } from "drizzle-orm";
import { dayMs } from "#src/shared/units.ts";
import type { Database } from "./database/database.ts";
import type { JobKind } from "./jobs.ts";
import { sweepLimits } from "./limits.ts";
import { sweepMails } from "./mail/mail-records.ts";
import { handledEvents, outbox } from "./tables.ts";

const keptMs = 30 * dayMs;

/** Events that every handler has answered are forgotten after 30 days, and then the marks of their event handlers. */
export async function sweepEvents(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - keptMs);
  await db.delete(outbox).where(and(isNull(outbox.nextTryAt), lt(outbox.at, old)));
  const stillThere = db.select({ one: sql`1` }).from(outbox).where(sql`${outbox.id} = ${handledEvents.eventId}`);
  await db.delete(handledEvents).where(and(lt(handledEvents.at, old), notExists(stillThere)));
}

/** What the platform throws away by itself, at quiet minutes of the hour or the night (UTC). */
export const sweeps: readonly JobKind[] = [
  { name: "sweep-limits", cron: "17 * * * *", run: (runtime) => sweepLimits(runtime.db, runtime.clock()) },
  { name: "sweep-events", cron: "23 3 * * *", run: (runtime) => sweepEvents(runtime.db, runtime.clock()) },
  { name: "sweep-mails", cron: "37 3 * * *", run: (runtime) => sweepMails(runtime.db, runtime.clock()) },
];
