import { boolean, index, integer, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";
import { referenceForm } from "#src/platform/database/search.ts";
import type { PayoutState } from "../domain/payouts.ts";
import { paymentsSchema } from "../tables.ts";

/** Where a writer's money goes, one row a writer. */
export const payoutMethods = paymentsSchema.table(
  "payout_methods",
  {
    writerId: uuid().primaryKey(),
    /** Legal name, country, account and bank, sealed for the writer's id. */
    sealed: text().notNull(),
    /** The last characters of the account, for screens. */
    ending: text().notNull(),
    /** A keyed hash of the account: two writers with one account are seen without opening anything. */
    fingerprint: text().notNull(),
    givenAt: instant().notNull(),
    /** When another one took the place of the first; payouts wait after it. */
    changedAt: instant(),
  },
  (t) => [index("payout_methods_fingerprint").on(t.fingerprint)],
);

/** One press of the button: who was paid together. The id is made by the form, so that a second press is the same run. */
export const payoutRuns = paymentsSchema.table(
  "payout_runs",
  {
    id: uuid().primaryKey(),
    cents: wide().notNull(),
    payouts: integer().notNull(),
    startedBy: text().notNull(),
    createdAt: instant().notNull(),
    demo: boolean().notNull(),
  },
  (t) => [index("payout_runs_newest").on(t.createdAt, t.id)],
);

/** What one writer gets in a run, under a number for people. */
export const payouts = paymentsSchema.table(
  "payouts",
  {
    id: uuid().primaryKey(),
    number: wide().generatedAlwaysAsIdentity(),
    runId: uuid()
      .notNull()
      .references(() => payoutRuns.id, { onDelete: "cascade" }),
    writerId: uuid().notNull(),
    cents: wide().notNull(),
    currency: text().notNull(),
    state: text().$type<PayoutState>().notNull().default("sending"),
    demo: boolean().notNull(),
    /** The account as it was when the run began, sealed for this row's id; gone when the payout has ended for good. */
    sealed: text(),
    ending: text().notNull(),
    /** The bank's, once it is paid. */
    reference: text(),
    /** Why the bank did not take it. */
    reason: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
    endedBy: text(),
  },
  (t) => [
    index("payouts_run").on(t.runId, t.number),
    index("payouts_writer").on(t.writerId, t.number),
    index("payouts_number").on(t.number),
    index("payouts_reference").on(referenceForm(t.reference)),
  ],
);

/** Who could have been paid in a run and was left out of it, and why; the money comes with a later run. */
export const payoutsLeftOut = paymentsSchema.table(
  "payouts_left_out",
  {
    runId: uuid()
      .notNull()
      .references(() => payoutRuns.id, { onDelete: "cascade" }),
    writerId: uuid().notNull(),
    cents: wide().notNull(),
    reason: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.writerId] }), index("payouts_left_out_writer").on(t.writerId)],
);

/** The orders behind a payout; below zero where an earlier payout is set off. */
export const payoutLines = paymentsSchema.table(
  "payout_lines",
  {
    payoutId: uuid()
      .notNull()
      .references(() => payouts.id, { onDelete: "cascade" }),
    orderId: uuid().notNull(),
    cents: wide().notNull(),
    demo: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.payoutId, t.orderId] }), index("payout_lines_order").on(t.orderId)],
);
