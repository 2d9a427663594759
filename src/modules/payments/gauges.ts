import { sql } from "drizzle-orm";
import { countByState, type GaugeSource, type Reading } from "#src/platform/gauges.ts";
import type { WorkQueue } from "#src/platform/work-queue.ts";
import { pageQueue } from "./attempts/sync-attempt.ts";
import { providerEventQueue } from "./provider-events/event-rows.ts";
import { dayComparisons } from "./reconciling/reconcile-tables.ts";
import { refundQueue } from "./refunds/send-refunds.ts";

export const paymentQueues: readonly WorkQueue[] = [providerEventQueue, refundQueue, pageQueue];

/** Each along its partial index, in the index's own words: ended ones are never read. */
const open = {
  payments: sql`select state from payments.attempts where state in ('started', 'reviewing', 'awaiting_transfer')`,
  refunds: sql`select state from payments.refunds where state in ('waiting', 'sent', 'by_hand', 'failed')`,
  reviews: sql`select verdict from payments.settlements where verdict = 'review' and reviewed_at is null`,
  disputes: sql`select state from payments.disputes where state = 'open'`,
};
/** A state that no row is in is 0, not missing: an alert could not tell it from a process that is away. */
const states: Readonly<Record<keyof typeof open, readonly string[]>> = {
  payments: ["started", "reviewing", "awaiting_transfer"],
  refunds: ["waiting", "sent", "by_hand", "failed"],
  reviews: ["review"],
  disputes: ["open"],
};

const byState: GaugeSource = {
  gauges: {
    payments: { help: "Money that is on its way, by kind and state.", labels: ["of", "state"] },
  },
  read: async (db) => {
    const kinds = Object.keys(open) as (keyof typeof open)[];
    const counted = await Promise.all(kinds.map(async (of) => [of, await countByState(db, open[of])] as const));
    return counted.flatMap(([of, rows]) => {
      const counts = new Map(rows.map(({ state, count }) => [state, count]));
      return states[of].map(
        (state): Reading => ({ gauge: "payments", value: counts.get(state) ?? 0, labels: { of, state } }),
      );
    });
  },
};

/** The newest day that was compared with the providers' books. */
const differences: GaugeSource = {
  gauges: {
    reconciliation_differences: {
      help: "Payments of the newest compared day that are not equal in the provider's books and ours.",
      labels: ["provider", "kind"],
    },
    reconciliation_time_seconds: {
      help: "When a day was compared last, in seconds since 1970.",
      labels: ["provider"],
    },
  },
  read: async (db) => {
    const { day, provider } = dayComparisons;
    const newest = sql`${day} = (select max(newest.day) from ${dayComparisons} as newest)`;
    const rows = await db.select().from(dayComparisons).where(newest).orderBy(provider);
    return rows.flatMap((row): Reading[] => {
      const of = (kind: string, value: number): Reading => ({
        gauge: "reconciliation_differences",
        value,
        labels: { provider: row.provider, kind },
      });
      return [
        of("only-theirs", row.onlyTheirs),
        of("only-ours", row.onlyOurs),
        of("other-amount", row.otherAmount),
        of("unanswered", row.unanswered),
        {
          gauge: "reconciliation_time_seconds",
          value: row.at.getTime() / 1000,
          labels: { provider: row.provider },
        },
      ];
    });
  },
};

export const paymentGauges: readonly GaugeSource[] = [byState, differences];
