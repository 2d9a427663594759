import { lt } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";
import { closeDuePages } from "./attempts/close-pages.ts";
import { processDueEvents } from "./provider-events/inbox.ts";
import { missedEventsJobs } from "./provider-events/sweep-events.ts";
import { compareJob } from "./reconciling/compare-books.ts";
import { reconcile } from "./reconciling/reconcile.ts";
import { sendDueRefunds } from "./refunds/send-refunds.ts";
import { closeLedgerJob } from "./settling/closed-ledger.ts";
import { providerEvents } from "./tables.ts";

const keptEventMs = 90 * dayMs;

/** Handled events are deleted after 90 days; their effects are in the books. */
async function sweepEvents({ db, clock }: Runtime): Promise<void> {
  await db.delete(providerEvents).where(lt(providerEvents.processedAt, new Date(clock().getTime() - keptEventMs)));
}

export const paymentJobs: readonly JobKind[] = [
  compareJob,
  closeLedgerJob,
  ...missedEventsJobs,
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
