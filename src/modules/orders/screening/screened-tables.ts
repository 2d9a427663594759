import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Offer } from "#src/modules/pricing/index.server.ts";
import { instant, wide } from "#src/platform/database/database.ts";
import type { DishonestAsk } from "#src/shared/honest-use/rules.ts";
import type { NewOrder } from "../placing/write-order.ts";
import { ordersSchema } from "../tables.ts";

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
