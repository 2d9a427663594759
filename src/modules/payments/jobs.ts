import { lt } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import { closeDuePages } from "./attempts/sync-attempt.ts";
import { missedEventsJobs, processDueEvents } from "./provider-events/inbox.ts";
import { compareJob, reconcile } from "./reconciling/reconcile.ts";
import { sendDueRefunds } from "./refunds/send-refunds.ts";
import { closeLedgerJob, sumQuartersJob } from "./settling/ledger-sums.ts";
import { providerEvents } from "./tables.ts";

export const sweepProviderEvents = retentionJob("payments.sweep", "47 3 * * *", [
  agedRows({
    key: "payments.provider-events",
    holds: "What payment providers reported, as they wrote it: may name the payer",
    why: "A payment that is in doubt can be followed. What it changed is in the ledger.",
    shown: "Reports of the payment provider about a payment",
    ...{ table: providerEvents, days: 90, past: (before) => lt(providerEvents.processedAt, before) },
  }),
]);

export const paymentJobs: readonly JobKind[] = [
  compareJob,
  closeLedgerJob,
  sumQuartersJob,
  ...missedEventsJobs,
  {
    name: "payments.reconcile",
    cron: "*/5 * * * *",
    run: async (runtime) => {
      await reconcile(runtime);
    },
  },
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
