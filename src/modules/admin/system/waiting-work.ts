import { and, asc, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { webhookQueue } from "#src/modules/api/index.server.ts";
import { fileQueue } from "#src/modules/files/index.server.ts";
import { mailTrouble } from "#src/modules/notifications/index.server.ts";
import { paymentQueues } from "#src/modules/payments/index.server.ts";
import { command } from "#src/platform/command.ts";
import { cappedCount, type Database, send } from "#src/platform/database/database.ts";
import { platformQueues, queueGauges } from "#src/platform/gauges.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { outbox, timers } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { mostLater } from "./health.ts";

/** Every queue of the product, for `/metrics` and the System page. */
export const workQueues = queueGauges([...platformQueues, ...paymentQueues, fileQueue, webhookQueue]);

const mostFailing = 20;

/** A timer or an event that failed and is tried again. `kind`: its name in the code. */
export type FailingWork = {
  queue: "timers" | "events";
  id: string;
  kind: string;
  attempts: number;
  nextTry: Date;
};
export type WaitingWork = Answer<typeof waitingWork>;

/**
 * What waits in each queue, what is due later (counted up to `mostLater`), and the first 20 timers and events of each
 * kind that failed. Refuses not-found to who may not change settings.
 */
export const waitingWork = query("system.work", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canChangeSettings(viewer)) return notFound();
    const due = sql`select 1 from ${timers} where ${timers.due} > ${now.toISOString()}`;
    const later = sql`select ${cappedCount(mostLater, due)} as count`;
    const [readings, { rows }, failing, mails] = await Promise.all([
      workQueues.read(db, now),
      send<{ count: number }>(db, later),
      failingWork(db, now),
      mailTrouble(ctx, {}),
    ]);
    const queues = Map.groupBy(readings, ({ labels }) => labels?.queue ?? "");
    const reading = (queue: string, gauge: string) => queues.get(queue)?.find((one) => one.gauge === gauge)?.value ?? 0;
    return done({
      queues: [...queues.keys()].map((name) => ({
        name,
        depth: reading(name, "queue_depth"),
        ageMs: reading(name, "queue_age_seconds") * 1000,
      })),
      later: rows[0]?.count ?? 0,
      failing,
      failedMails: mails.ok ? mails.value.failed : null,
    });
  },
});

/** What failed is due again within an hour, so that an index finds it among everything that waits. */
async function failingWork(db: Database, now: Date): Promise<readonly FailingWork[]> {
  const soon = new Date(now.getTime() + hourMs);
  const [late, undelivered] = await Promise.all([
    db
      .select({ id: timers.id, kind: timers.kind, attempts: timers.attempts, nextTry: timers.due })
      .from(timers)
      .where(and(lte(timers.due, soon), gt(timers.attempts, 0)))
      .orderBy(asc(timers.due))
      .limit(mostFailing),
    db
      .select({ id: outbox.id, kind: outbox.name, attempts: outbox.attempts, nextTry: outbox.nextTryAt })
      .from(outbox)
      .where(and(lte(outbox.nextTryAt, soon), isNotNull(outbox.error)))
      .orderBy(asc(outbox.nextTryAt))
      .limit(mostFailing),
  ]);
  return [
    ...late.map((row) => ({ queue: "timers" as const, ...row })),
    ...undelivered.map((row) => ({ queue: "events" as const, ...row, nextTry: row.nextTry ?? now })),
  ];
}

/** Makes a timer or an event that failed due now. Refuses not-found; one that has run meanwhile is done. Audited. */
export const tryWorkAgain = command("system.try-again", {
  input: z.strictObject({ queue: z.enum(["timers", "events"]), id: askedId }),
  run: async (work, { queue, id }) => {
    if (!canChangeSettings(work.viewer)) return notFound();
    const { tx, now } = work;
    const [row] =
      queue === "timers"
        ? await tx
            .update(timers)
            .set({ due: now })
            .where(and(eq(timers.id, id), gt(timers.attempts, 0)))
            .returning({ kind: timers.kind })
        : await tx
            .update(outbox)
            .set({ nextTryAt: now })
            .where(and(eq(outbox.id, id), isNotNull(outbox.nextTryAt), isNotNull(outbox.error)))
            .returning({ kind: outbox.name });
    if (row) work.audit({ action: "system.tried-again", subject: id, detail: { queue, kind: row.kind } });
    return done(null);
  },
});
