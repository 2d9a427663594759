import { and, asc, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { closeDuePages } from "./close-pages.ts";
import { compareJob } from "./compare-books.ts";
import { processDueEvents } from "./inbox.ts";
import { sendDueRefunds } from "./send-refunds.ts";
import { missedEventsJob } from "./sweep-events.ts";
import { syncAttempt } from "./sync-attempt.ts";
import { attempts, providerEvents } from "./tables.ts";

const most = 200;

/**
 * Asks providers about attempts that are open, and for a day about those that ended without money: what neither a return
 * page nor an event told is found here. Returns how many it asked about.
 */
export async function reconcile(runtime: Runtime): Promise<number> {
  const now = runtime.clock().getTime();
  const ended = and(inArray(attempts.state, ["closed", "failed"]), gte(attempts.endedAt, new Date(now - dayMs)));
  const open = and(inArray(attempts.state, ["started", "reviewing"]), lt(attempts.startedAt, new Date(now - minuteMs)));
  const due = await runtime.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(or(open, ended))
    .orderBy(asc(sql`coalesce(${attempts.askedAt}, ${attempts.startedAt})`))
    .limit(most);
  for (const { id } of due) {
    try {
      await syncAttempt(runtime, id);
    } catch (err) {
      runtime.log.error({ err, attempt: id }, "a provider could not be asked");
    }
  }
  return due.length;
}

const keptEventMs = 90 * dayMs;

/** Events that were followed are forgotten after 90 days; what they told stands in the books. */
async function sweepEvents({ db, clock }: Runtime): Promise<void> {
  await db.delete(providerEvents).where(lt(providerEvents.processedAt, new Date(clock().getTime() - keptEventMs)));
}

export const paymentJobs: readonly JobKind[] = [
  compareJob,
  missedEventsJob,
  {
    name: "payments.reconcile",
    cron: "*/5 * * * *",
    run: async (runtime) => {
      await reconcile(runtime);
    },
  },
  { name: "payments.sweep", cron: "47 3 * * *", run: sweepEvents },
  {
    name: "payments.refunds",
    everySeconds: 5,
    run: async (runtime) => {
      await sendDueRefunds(runtime);
    },
  },
  {
    name: "payments.close-pages",
    everySeconds: 15,
    run: async (runtime) => {
      await closeDuePages(runtime);
    },
  },
  {
    name: "payments.events",
    everySeconds: 15,
    run: async (runtime) => {
      await processDueEvents(runtime);
    },
  },
];
