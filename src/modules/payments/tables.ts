import { sql } from "drizzle-orm";
import { boolean, index, integer, pgSchema, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";
import { referenceForm } from "#src/platform/database/search.ts";
import type { AttemptState, ChargePurpose, ChargeState } from "./domain/charges.ts";
import type { Account, PaidBy, TransactionKind } from "./domain/ledger.ts";

export const paymentsSchema = pgSchema("payments");

/** What is owed for an order, a row each. The amount never changes: another amount is another row. */
export const charges = paymentsSchema.table(
  "charges",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    purpose: text().$type<ChargePurpose>().notNull(),
    /** What is asked for: the price, or its part, less the discount. */
    cents: wide().notNull(),
    discountCents: wide().notNull().default(0),
    /** Of `cents`, what an admin accepted as missing when it was settled; the operator pays it. */
    shortfallCents: wide().notNull().default(0),
    currency: text().notNull(),
    state: text().$type<ChargeState>().notNull().default("open"),
    demo: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    index("charges_order").on(t.orderId, t.createdAt),
    uniqueIndex("charges_one_open").on(t.orderId, t.purpose).where(sql`${t.state} = 'open'`),
  ],
);

/** One visit to a provider. Everything sent to the provider comes from this row, so that a repeated call is the same call. */
export const attempts = paymentsSchema.table(
  "attempts",
  {
    id: uuid().primaryKey(),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id, { onDelete: "cascade" }),
    orderId: uuid().notNull(),
    /** For people at the provider's page. */
    orderNumber: text().notNull(),
    provider: text().notNull(),
    state: text().$type<AttemptState>().notNull().default("started"),
    cents: wide().notNull(),
    currency: text().notNull(),
    startedAt: instant().notNull(),
    /** The provider takes no money for it after this. */
    endsAt: instant().notNull(),
    redirect: text(),
    /** The provider's own name for its page; null until it was opened. */
    reference: text(),
    endedAt: instant(),
    askedAt: instant(),
    /** When the provider is asked to end its page, because nothing is to be paid there any more. */
    closeAt: instant(),
  },
  (t) => [
    uniqueIndex("attempts_one_open")
      .on(t.chargeId, t.provider)
      .where(sql`${t.state} in ('started', 'reviewing', 'awaiting_transfer')`),
    index("attempts_order").on(t.orderId, t.startedAt),
    index("attempts_open").on(t.state).where(sql`${t.state} in ('started', 'reviewing', 'awaiting_transfer')`),
    index("attempts_asked").on(t.askedAt).where(sql`${t.state} in ('started', 'reviewing')`),
    index("attempts_close").on(t.closeAt).where(sql`${t.closeAt} is not null`),
    index("attempts_ended").on(t.endedAt).where(sql`${t.state} in ('closed', 'failed')`),
    index("attempts_newest").on(t.startedAt, t.id),
    index("attempts_reference").on(referenceForm(t.reference)),
  ],
);

/** What received money was taken for. */
export type Verdict = "settle" | "tip" | "surplus" | "review" | "part";

/** Money that a provider reports: one row for each transaction of the provider, however often it is reported. */
export const settlements = paymentsSchema.table(
  "settlements",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id, { onDelete: "cascade" }),
    attemptId: uuid().references(() => attempts.id, { onDelete: "cascade" }),
    provider: text().notNull(),
    transaction: text().notNull(),
    /** How it was paid, in words for receipts. */
    method: text().notNull(),
    /** A keyed hash of the card or account that paid (queries/shared-accounts.ts); null: the provider names none. */
    payerMark: text(),
    cents: wide().notNull(),
    feeCents: wide().notNull().default(0),
    currency: text().notNull(),
    verdict: text().$type<Verdict>().notNull(),
    /** Money under review that a person has dealt with. */
    reviewedAt: instant(),
    at: instant().notNull(),
  },
  (t) => [
    uniqueIndex("settlements_once").on(t.provider, t.transaction),
    index("settlements_order").on(t.orderId, t.at),
    index("settlements_newest").on(t.at, t.id),
    index("settlements_payer").on(t.payerMark).where(sql`${t.payerMark} is not null`),
    index("settlements_review").on(t.at).where(sql`${t.verdict} = 'review' and ${t.reviewedAt} is null`),
    index("settlements_reference").on(referenceForm(t.transaction)),
  ],
);

/** Append-only, and the entries of each one sum to zero (migrations/0001_append-only.sql). */
export const ledgerTransactions = paymentsSchema.table(
  "ledger_transactions",
  {
    id: uuid().primaryKey(),
    seq: wide().generatedAlwaysAsIdentity(),
    orderId: uuid().notNull(),
    kind: text().$type<TransactionKind>().notNull(),
    paidBy: text().$type<PaidBy>(),
    /** What brought it about: a settlement, a refund or an event. */
    cause: text().notNull(),
    /** Whose money moves on the account "writer"; null when none does. */
    writerId: uuid(),
    test: boolean().notNull(),
    demo: boolean().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    index("ledger_order").on(t.orderId, t.seq),
    index("ledger_borne").on(t.orderId, t.id).where(sql`${t.paidBy} in ('writer', 'operator')`),
    index("ledger_at").on(t.at, t.id),
    index("ledger_newest").on(t.seq, t.id),
    index("ledger_writer").on(t.writerId, t.seq).where(sql`${t.writerId} is not null`),
    uniqueIndex("ledger_once").on(t.cause, t.kind, t.orderId),
  ],
);

export const ledgerEntries = paymentsSchema.table(
  "ledger_entries",
  {
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id, { onDelete: "cascade" }),
    account: text().$type<Account>().notNull(),
    cents: wide().notNull(),
    demo: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.transactionId, t.account] })],
);

/**
 * waiting: to be asked of the provider; sent: the provider works on it; by_hand: a person sends it; covered: nothing is
 * left of its payment, because the money went back in another way.
 */
export const refundStates = ["waiting", "sent", "by_hand", "succeeded", "failed", "covered"] as const;
export type RefundState = (typeof refundStates)[number];

/** Money on its way back; the id is the key under which the provider is asked, however often. */
export const refunds = paymentsSchema.table(
  "refunds",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    settlementId: uuid()
      .notNull()
      .references(() => settlements.id, { onDelete: "cascade" }),
    kind: text().$type<"order" | "surplus" | "tip">().notNull(),
    cents: wide().notNull(),
    currency: text().notNull(),
    paidBy: text().$type<PaidBy>().notNull(),
    reason: text().notNull(),
    /** The event or settlement that asked for it: asked twice is one refund. */
    cause: text().notNull(),
    state: text().$type<RefundState>().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** How often the provider refused: the next try is a new request, not the old one repeated. */
    refusals: integer().notNull().default(0),
    nextTryAt: instant(),
    reference: text(),
    error: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex("refunds_once").on(t.cause, t.settlementId),
    index("refunds_order").on(t.orderId, t.createdAt),
    index("refunds_due").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index("refunds_open").on(t.state).where(sql`${t.state} in ('waiting', 'sent', 'by_hand', 'failed')`),
    index("refunds_newest").on(t.createdAt, t.id),
    index("refunds_reference").on(referenceForm(t.reference)),
  ],
);

/** What was waived of a second payment, and who pays it: the release reads it. */
export const waivers = paymentsSchema.table(
  "waivers",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    cents: wide().notNull(),
    paidBy: text().$type<PaidBy>().notNull(),
    reason: text().notNull(),
    /** The event that let it off: the same one does so once. */
    cause: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [uniqueIndex("waivers_once").on(t.cause), index("waivers_order").on(t.orderId)],
);

/** A provider's dispute about a payment; the order is notified once of its begin and once of its end. */
export const disputes = paymentsSchema.table(
  "disputes",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    settlementId: uuid()
      .notNull()
      .references(() => settlements.id, { onDelete: "cascade" }),
    provider: text().notNull(),
    /** The provider's own name for it. */
    reference: text().notNull(),
    cents: wide().notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    state: text().$type<"open" | "won" | "lost">().notNull(),
    /** The order took the step; false where it could not, and a person has to look. */
    followed: boolean().notNull(),
    openedAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex("disputes_once").on(t.provider, t.reference),
    index("disputes_order").on(t.orderId, t.openedAt),
    index("disputes_reference").on(referenceForm(t.reference)),
  ],
);

/** The inbox: signed events as they came, stored before anything is done with them. */
export const providerEvents = paymentsSchema.table(
  "provider_events",
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    eventId: text().notNull(),
    body: text().notNull(),
    /** The provider's word for what happened. */
    type: text().notNull().default(""),
    /** What it speaks of: an attempt or a refund of ours, a payment, a dispute, or none of them. */
    attemptId: uuid(),
    refundId: uuid(),
    transaction: text(),
    dispute: text(),
    receivedAt: instant().notNull(),
    processedAt: instant(),
    attempts: integer().notNull().default(0),
    nextTryAt: instant(),
    error: text(),
  },
  (t) => [
    uniqueIndex("provider_events_once").on(t.provider, t.eventId),
    index("provider_events_due").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index("provider_events_newest").on(t.receivedAt, t.id),
    index("provider_events_processed").on(t.processedAt),
    index("provider_events_reference").on(referenceForm(t.eventId)),
  ],
);
