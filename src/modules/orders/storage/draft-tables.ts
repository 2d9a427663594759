import { sql } from "drizzle-orm";
import { index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Offer } from "#src/modules/pricing/index.server.ts";
import { instant, wide } from "#src/platform/database/database.ts";
import type { DishonestAsk } from "#src/shared/honest-use/rules.ts";
import type { NewOrder } from "../placing/write-order.ts";
import { ordersSchema } from "../tables.ts";

/** What a writer has filled in and not delivered yet, for the next version. */
export const workDrafts = ordersSchema.table(
  "work_drafts",
  {
    orderId: uuid().notNull(),
    writerId: uuid().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    savedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.writerId] }), index("work_drafts_saved").on(t.savedAt)],
);

/** An order form that an account has not sent yet, so that another device can continue with it: one for each account. */
export const formDrafts = ordersSchema.table(
  "form_drafts",
  {
    owner: uuid().primaryKey(),
    path: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** The key under which the form places its order. */
    formKey: text().notNull(),
    /** Who wrote last: another session is another device. */
    sessionId: text().notNull(),
    /** Grows with every write. */
    revision: integer().notNull(),
    savedAt: instant().notNull(),
  },
  (t) => [index("form_drafts_saved").on(t.savedAt)],
);

/** A form that somebody filled in before signing in; the key is the hash of a secret in the address. */
export const drafts = ordersSchema.table(
  "drafts",
  {
    secretHash: text().primaryKey(),
    owner: uuid(),
    path: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index("drafts_created").on(t.createdAt)],
);

/**
 * An order form that a partner's program filled in and a client has not sent yet. When the form has placed its order,
 * the texts go, and the row says to whose partner the order belongs.
 */
export const preparedOrders = ordersSchema.table(
  "prepared_orders",
  {
    id: uuid().primaryKey(),
    partnerId: uuid().notNull(),
    partnerName: text().notNull(),
    /** The partner's own; the same one never leaves a second prepared order. */
    idempotencyKey: text().notNull(),
    /** Of what was sent under it. */
    digest: text().notNull(),
    service: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** What the work cost when it was prepared. */
    priceCents: integer(),
    /** The first account that opened the link. */
    owner: uuid(),
    /** The order, or the request that a person reads first and whose id the order will have. */
    orderId: uuid(),
    /** Since when its client lets the partner read the files of the order. */
    filesAllowedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("prepared_orders_once").on(t.partnerId, t.idempotencyKey),
    uniqueIndex("prepared_orders_order").on(t.orderId),
    index("prepared_orders_owner").on(t.owner),
    index("prepared_orders_created").on(t.createdAt),
  ],
);

/** `accepted`: a person said yes, but the deadline is too near, so the client chooses another one. */
export type RequestState = "waiting" | "accepted" | "placed" | "refused" | "expired" | "withdrawn";

/** What the order will be made of: everything but its client, who is read anew. */
export type KeptOrder = Omit<NewOrder, "id" | "client">;

/** Order forms that a person reads before they are orders; the id is the one that the order will have. */
export const screenedRequests = ordersSchema.table(
  "screened_requests",
  {
    id: uuid().primaryKey(),
    clientId: uuid().notNull(),
    state: text().$type<RequestState>().notNull(),
    /** The rule was certain, and the client asked for a person. */
    asked: text().$type<"screened" | "asked">().notNull(),
    rule: text().notNull(),
    ask: text().$type<DishonestAsk>().notNull(),
    /** The version of the rules that spoke. */
    guardVersion: integer().notNull(),
    /** The field in which the sentence stands. */
    field: text().notNull(),
    sentence: text().notNull(),
    title: text().notNull(),
    service: text().$type<Offer>().notNull(),
    /** The total that is kept; null for custom work. */
    totalCents: wide(),
    /** Dates are texts in here. Emptied when the request is forgotten. */
    kept: jsonb().$type<KeptOrder>(),
    /** The form as it was typed, to be opened again. */
    values: jsonb().$type<Record<string, string>>().notNull(),
    /** The judged texts: the same ones are not read twice. */
    textsDigest: text().notNull(),
    idempotencyKey: text().notNull(),
    formDigest: text().notNull(),
    answer: text(),
    decidedBy: uuid(),
    decidedAt: instant(),
    endsAt: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("screened_requests_form").on(t.clientId, t.idempotencyKey),
    index("screened_requests_client").on(t.clientId, t.createdAt),
    index("screened_requests_waiting").on(t.createdAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("screened_requests_decided").on(t.decidedAt, t.id).where(sql`${t.decidedAt} is not null`),
  ],
);
