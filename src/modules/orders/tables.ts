import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Offer } from "#src/modules/pricing/index.server.ts";
import { instant, wide } from "#src/platform/database/database.ts";
import type { QuoteLine } from "./domain/action-params.ts";
import type { AnsweredName, AskedAnswers } from "./domain/brief-fields.ts";
import type { CountedDelivery } from "./domain/counted-work.ts";
import type { KeptDiscount } from "./domain/discount.ts";
import type { EntryName } from "./domain/entries-and-events.ts";
import type { AnsweredPoint, Declaration, Pack } from "./domain/handover.ts";
import type { KeptChange, MoreTime, StoredDispute } from "./domain/order-facts.ts";
import type { OrderRules } from "./domain/order-rules.ts";
import type { Stars } from "./domain/rating.ts";
import type { ActorKind, OrderStatus, PaymentStatus } from "./domain/states.ts";
import type { Snapshot } from "./storage/snapshot.ts";
import { pastIndexes, stateIndexes, watchIndexes } from "./storage/watch-indexes.ts";

export const ordersSchema = pgSchema("orders");

/** A column for each answer of the brief that is a number, a choice or a short text (domain/brief-fields.ts). */
const answeredColumns = {
  subject: text(),
  orderType: text(),
  spacing: text(),
  pages: integer(),
  citedSources: integer(),
  projectSize: text(),
  projectType: text(),
  course: text(),
  software: text(),
  difficulty: text(),
  testType: text(),
  academicLevel: text().$type<AskedAnswers["academicLevel"] & string>(),
  citationStyle: text().$type<AskedAnswers["citationStyle"] & string>(),
  languageVariant: text().$type<AskedAnswers["languageVariant"] & string>(),
} satisfies Record<AnsweredName, unknown>;

/**
 * One row an order: what was ordered, what its life needs, and the snapshot of its price. PostgreSQL writes its column
 * `search` (number, title, client, writer), which is not named here.
 */
export const orders = ordersSchema.table(
  "orders",
  {
    id: uuid().primaryKey(),
    /** Seven characters for people. */
    number: text().notNull(),
    kind: text().$type<"priced" | "custom">().notNull(),
    status: text().$type<OrderStatus>().notNull().default("pending"),
    paymentStatus: text().$type<PaymentStatus>().notNull().default("pending"),
    /** Grows with every write; the loser of a race finds another one. */
    version: integer().notNull().default(1),
    /** Grows with what people must have seen before they act; forms send it back as `seenVersion`. */
    stepVersion: integer().notNull().default(1),
    clientId: uuid().notNull(),
    /** As they were when it was placed; the search text is made of them. */
    clientName: text().notNull(),
    clientEmail: text().notNull(),
    writerId: uuid(),
    writerName: text(),
    /** The writer's percent of the price, fixed in the offer. */
    writerShare: integer(),

    service: text().$type<Offer>().notNull(),
    /** The public service that its form named: its address name, and what it was called on that day. */
    serviceType: text(),
    serviceName: text(),
    title: text().notNull(),
    instructions: text().notNull(),
    ...answeredColumns,
    /** What the client takes the work by; the writer ticks each point at delivery. */
    checklist: jsonb().$type<string[]>().notNull().default([]),
    deadline: instant(),
    /** What the person typed, and in which zone. */
    deadlineDate: text(),
    deadlineTime: text(),
    deadlineZone: text(),
    wordCount: integer().notNull().default(0),
    attachments: jsonb().$type<string[]>().notNull().default([]),

    currency: text().notNull().default("USD"),
    priceCents: wide(),
    /** The promotion code on it; what it takes off is counted from the price (domain/discount.ts). */
    discount: jsonb().$type<KeptDiscount>(),
    /** What an admin accepted as missing from transfers; the operator pays it. */
    shortfallCents: wide().notNull().default(0),
    refundedCents: wide().notNull().default(0),
    /** Of the price, what was credited for late deliveries. */
    lateCreditCents: wide().notNull().default(0),
    /** What is still to be paid of the price: the second of two payments. */
    unpaidCents: wide().notNull().default(0),
    restPaidAt: instant(),
    /** The change that the client asks for, until it is made or dropped. */
    change: jsonb().$type<KeptChange>(),
    /** The later deadline that the client is asked for, until it is answered. */
    moreTime: jsonb().$type<MoreTime>(),
    pricedAt: instant(),
    lockEndsAt: instant(),
    quoteId: uuid(),
    /** Null for custom work. */
    snapshot: jsonb().$type<Snapshot>(),
    /** What it was promised: the rules of the moment of placing, for custom work those of its newest quote. */
    rules: jsonb().$type<OrderRules>().notNull(),

    country: text().notNull(),
    /** Sold as tutoring only: nothing of it is to be handed in. */
    tutoring: boolean().notNull().default(false),
    termsVersion: text().notNull(),
    fairUseVersion: text().notNull(),
    privacyVersion: text(),
    consentedAt: instant().notNull(),
    consentAddress: text().notNull(),

    writerDeadline: instant(),
    /** When the asked revision is due; null while none is asked for. */
    revisionDueAt: instant(),
    waitingSince: instant(),
    quoteEndsAt: instant(),
    quoteEnded: boolean().notNull().default(false),
    transferSince: instant(),
    confirmedAt: instant(),
    unassignedSince: instant(),
    assignedAt: instant(),
    heldSince: instant(),
    pausedMs: wide().notNull().default(0),
    workSince: instant(),
    finalAt: instant(),
    /** When the whole checklist was last ticked. */
    tickedAt: instant(),
    firstDeliveredAt: instant(),
    /** When changes were first asked for. */
    firstRevisionAt: instant(),
    deliveredAt: instant(),
    /** The client's approval, which can be undone until the order is completed. */
    approvedAt: instant(),
    completedAt: instant(),
    disputedAt: instant(),
    dispute: jsonb().$type<StoredDispute>(),
    releasedAt: instant(),
    frozen: boolean().notNull().default(false),
    draftOpenedAt: instant(),
    pageOpenedAt: instant(),
    noticeRefused: boolean().notNull().default(false),

    /** Placed with the sandbox payment page switched on: out of every sum. */
    test: boolean().notNull().default(false),
    demo: boolean().notNull().default(false),
    idempotencyKey: text().notNull(),
    /** SHA-256 of what the form held, so that its key with other contents is distinguished from a repeated form. */
    formDigest: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("orders_number").on(t.number),
    uniqueIndex("orders_once").on(t.clientId, t.idempotencyKey),
    index("orders_newest").on(t.createdAt, t.id),
    index("orders_updated").on(t.updatedAt),
    index("orders_client").on(t.clientId, t.createdAt, t.id),
    index("orders_open_client").on(t.clientId).where(sql`${t.status} not in ('completed', 'cancelled', 'refunded')`),
    index("orders_open").on(t.createdAt, t.id).where(sql`${t.status} not in ('completed', 'cancelled', 'refunded')`),
    index("orders_due")
      .on(sql`coalesce(${t.revisionDueAt}, ${t.deadline}, '9998-12-31T00:00:00Z'::timestamptz)`, t.id)
      .where(sql`${t.status} not in ('completed', 'cancelled', 'refunded')`),
    index("orders_open_state")
      .on(t.status, t.kind, t.createdAt, t.id)
      .where(sql`${t.status} not in ('completed', 'cancelled', 'refunded')`),
    index("orders_open_price")
      .on(t.priceCents, t.id)
      .where(sql`${t.status} not in ('completed', 'cancelled', 'refunded')`),
    index("orders_price").on(t.priceCents, t.id),
    index("orders_service").on(t.service, t.createdAt, t.id),
    index("orders_ended")
      .on(t.status, t.createdAt, t.id)
      .where(sql`${t.status} in ('completed', 'cancelled', 'refunded')`),
    index("orders_test").on(t.confirmedAt, t.id).where(sql`${t.test}`),
    index("orders_delivered")
      .on(t.firstDeliveredAt, t.service, t.deadline)
      .where(sql`${t.firstDeliveredAt} is not null and not ${t.test}`),
    // Figures of writers: running work, held pay and first deliveries, read from the index alone.
    index("orders_open_writer")
      .on(t.writerId, t.status, t.writerDeadline)
      .where(sql`${t.writerId} is not null and ${t.status} not in ('completed', 'cancelled', 'refunded')`),
    index("orders_pay_held")
      .on(t.writerId)
      .where(
        sql`${t.releasedAt} is null and ${t.status} in ('in_progress', 'on_hold', 'delivered', 'revision_requested', 'completed', 'disputed')`,
      ),
    index("orders_delivered_writer")
      .on(t.writerId, t.firstDeliveredAt, t.writerDeadline, t.firstRevisionAt)
      .where(sql`${t.firstDeliveredAt} is not null and not ${t.test}`),
    ...watchIndexes(t),
    ...stateIndexes(t),
    ...pastIndexes(t),
    index("orders_writer").on(t.writerId, t.createdAt, t.id).where(sql`${t.writerId} is not null`),
  ],
);

/** Open orders, spelled as in the partial indexes, so that the planner takes them. */
export const openState = sql`${orders.status} not in ('completed', 'cancelled', 'refunded')`;

/** What happened, in order; rows are only added (migrations/0001_append-only.sql). */
export const orderHistory = ordersSchema.table(
  "order_history",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    at: instant().notNull(),
    action: text().$type<EntryName>().notNull(),
    from: text().$type<OrderStatus>(),
    to: text().$type<OrderStatus>().notNull(),
    actorKind: text().$type<ActorKind>().notNull(),
    actorId: text().notNull(),
    /** What the person wrote with the step: a reason, a question, an answer, points. */
    text: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    demo: boolean().notNull().default(false),
  },
  (t) => [
    index("order_history_asked").on(sql`(${t.detail}->>'writerId')`).where(sql`${t.action} in ('assign', 'claim')`),
    index("order_history_order").on(t.orderId, t.at, t.id),
  ],
);

/** Each price that an admin named for custom work; the newest one counts. */
export const customQuotes = ordersSchema.table(
  "custom_quotes",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    version: integer().notNull(),
    cents: wide().notNull(),
    scope: text().notNull(),
    /** What the price is made of; empty where only a price was named. */
    lines: jsonb().$type<QuoteLine[]>().notNull().default([]),
    deadline: instant().notNull(),
    validUntil: instant(),
    madeBy: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex("custom_quotes_version").on(t.orderId, t.version)],
);

/** Clients' ratings of finished work; for them and the operator alone. */
export const ratings = ordersSchema.table(
  "ratings",
  {
    orderId: uuid().primaryKey(),
    /** Who did the work, for the figures; null where nobody had it at the end. */
    writerId: uuid(),
    stars: integer().$type<Stars>().notNull(),
    text: text(),
    at: instant().notNull(),
    /** The operator's one answer. */
    reply: text(),
    repliedBy: text(),
    repliedAt: instant(),
    demo: boolean().notNull().default(false),
  },
  // With what is summed, so that the ratings of years are read from the index alone.
  (t) => [index("ratings_writer").on(t.writerId, t.orderId, t.stars)],
);

/** What was handed over: drafts, and final versions that make a delivery. */
export const deliveries = ordersSchema.table(
  "deliveries",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    number: integer().notNull(),
    text: text().notNull(),
    words: integer().notNull(),
    final: boolean().notNull(),
    note: text(),
    /** Numbers of the points of the checklist that are ticked, from 0. */
    ticked: jsonb().$type<number[]>().notNull().default([]),
    pack: jsonb().$type<Pack>(),
    declaration: jsonb().$type<Declaration>(),
    /** What became of the points of a revision, numbered as the client wrote them. */
    answers: jsonb().$type<AnsweredPoint[]>(),
    /** What was counted in it beside what was promised then; null for versions of before it was counted. */
    counted: jsonb().$type<CountedDelivery>(),
    byKind: text().$type<"W" | "A">().notNull(),
    byId: text().notNull(),
    createdAt: instant().notNull(),
    /** When the client first read it. */
    openedAt: instant(),
  },
  (t) => [
    uniqueIndex("deliveries_number").on(t.orderId, t.number),
    index("deliveries_made").on(t.orderId, t.createdAt),
  ],
);
