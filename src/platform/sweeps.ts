import { and, isNull, lt, notExists, sql } from "drizzle-orm";
import { dayMs } from "#src/shared/units.ts";
import { type Database, send } from "./database/database.ts";
import type { JobKind } from "./jobs.ts";
import { sweepLimits } from "./limits.ts";
import { sweepMails } from "./mail/mail-records.ts";
import { backupDrills, backupRuns, handledEvents, outbox } from "./tables.ts";

const keptMs = 30 * dayMs;

/** Events that every handler has answered are forgotten after 30 days, and then the marks of their event handlers. */
export async function sweepEvents(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - keptMs);
  await db.delete(outbox).where(and(isNull(outbox.nextTryAt), lt(outbox.at, old)));
  const stillThere = db.select({ one: sql`1` }).from(outbox).where(sql`${outbox.id} = ${handledEvents.eventId}`);
  await db.delete(handledEvents).where(and(lt(handledEvents.at, old), notExists(stillThere)));
}

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

/** What the platform throws away by itself, at quiet minutes of the hour or the night (UTC). */
export const sweeps: readonly JobKind[] = [
  { name: "sweep-limits", cron: "17 * * * *", run: (runtime) => sweepLimits(runtime.db, runtime.clock()) },
  { name: "sweep-events", cron: "23 3 * * *", run: (runtime) => sweepEvents(runtime.db, runtime.clock()) },
  { name: "sweep-mails", cron: "37 3 * * *", run: (runtime) => sweepMails(runtime.db, runtime.clock()) },
  sweepJob("sweep-backup-runs", "53 3 * * *", 400, async (db, before) => {
    for (const runs of [backupRuns, backupDrills]) await db.delete(runs).where(lt(runs.slot, before));
  }),
];

/**
 * Removes what the platform keeps about these subjects (orders, people): events and who handled them, timers, counts of
 * limits, and mails, to whomever they went. The audit stays.
 */
export async function dropTraces(tx: Database, subjects: readonly string[]): Promise<void> {
  const any = sql`any(${sql.param([...subjects])})`;
  const events = sql`select id from platform.outbox where subject = ${any} or payload->>'orderId' = ${any}`;
  await send(tx, sql`delete from platform.handled_events where event_id in (${events})`);
  await send(tx, sql`delete from platform.outbox where id in (${events})`);
  await send(tx, sql`delete from platform.timers where subject = ${any}`);
  await send(tx, sql`delete from platform.limits where split_part(key, ':', -1) = ${any}`);
  await send(tx, sql`delete from platform.mails where split_part(once_key, ':', 2) = ${any}`);
}
