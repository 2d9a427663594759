import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import type { Scope } from "#src/shared/viewer.ts";
import type { EventType } from "./webhooks/event-types.ts";

export const api = pgSchema("api");

/** Others who send their own clients here. Keys with the same name of a partner read the same orders. */
export const partners = api.table(
  "partners",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Who answers there, and how: an e-mail address, a name, a number. */
    contact: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex("api_partners_name").on(sql`lower(${t.name})`)],
);

/** Keys of programs. The key itself is shown once and not kept. */
export const keys = api.table(
  "keys",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    scopes: jsonb().$type<Scope[]>().notNull(),
    /** Whose key it is, where it prepares orders. */
    partnerId: uuid(),
    /** Sites whose pages may ask for quotes while the key works; they do not send the key. */
    origins: jsonb().$type<string[]>().notNull().default([]),
    /** The part of the key that may be read, and finds the row. */
    prefix: text().notNull(),
    /** Its last four characters, by which an owner of many knows it; null of keys from before they were kept. */
    ending: text(),
    /** Of the whole key, with a key of the installation's secret: a copy of the database lets nobody in. */
    hash: text().notNull(),
    createdAt: instant().notNull(),
    createdBy: uuid().notNull(),
    /** Null: it does not end by itself. */
    expiresAt: instant(),
    /** Within ten minutes. */
    lastUsedAt: instant(),
    revokedAt: instant(),
    revokedBy: uuid(),
  },
  (t) => [uniqueIndex("api_keys_prefix").on(t.prefix), index("api_keys_newest").on(t.createdAt, t.id)],
);

/** Where events are sent to. */
export const endpoints = api.table(
  "endpoints",
  {
    id: uuid().primaryKey(),
    url: text().notNull(),
    events: jsonb().$type<EventType[]>().notNull(),
    /** Sealed: it signs, so it has to be read again. */
    secret: text().notNull(),
    /** The one before a rotation, which signs beside it until then. */
    oldSecret: text(),
    oldSecretUntil: instant(),
    on: boolean().notNull(),
    /** Why it is off: an admin did it, or it failed for days. */
    offBecause: text().$type<"admin" | "failures">(),
    /** Since when every try failed; null after one that did not. */
    failingSince: instant(),
    createdAt: instant().notNull(),
    createdBy: uuid().notNull(),
  },
  (t) => [index("api_endpoints_newest").on(t.createdAt, t.id)],
);

/** What was sent or will be: a row an event and endpoint. Its id is the message's, the same on every try. */
export const deliveries = api.table(
  "deliveries",
  {
    id: uuid().primaryKey(),
    endpointId: uuid().notNull(),
    eventId: uuid().notNull(),
    type: text().$type<EventType | "test">().notNull(),
    body: text().notNull(),
    createdAt: instant().notNull(),
    state: text().$type<"waiting" | "delivered" | "failed">().notNull(),
    /** Tries since it was made, or sent again by hand. */
    attempts: integer().notNull().default(0),
    /** Grows with each claim: whoever lost the lease writes nothing. */
    claim: integer().notNull().default(0),
    nextTryAt: instant(),
    triedAt: instant(),
    status: integer(),
    /** The first bytes of the latest answer, or why there was none. */
    answer: text(),
  },
  (t) => [
    uniqueIndex("api_deliveries_once").on(t.endpointId, t.eventId, t.type),
    index("api_deliveries_due").on(t.nextTryAt).where(sql`${t.state} = 'waiting'`),
    index("api_deliveries_newest").on(t.endpointId, t.createdAt, t.id),
    index("api_deliveries_made").on(t.createdAt),
  ],
);
