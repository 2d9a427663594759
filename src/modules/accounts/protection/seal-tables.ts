import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import type { SealPart } from "#src/shared/viewer.ts";
import { accounts, people } from "../tables.ts";
import type { Channel } from "./channels.ts";

/** A report of a threat, which seals the data of the person until that person takes the seal off. */
export const seals = accounts.table(
  "seals",
  {
    id: uuid().primaryKey(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** The order it is about; null: not known, or all of them. */
    orderId: uuid(),
    channels: jsonb().$type<Channel[]>().notNull().default([]),
    sealedAt: instant().notNull(),
    /** Until when a person has answered. */
    answerBy: instant().notNull(),
    readAt: instant(),
    readBy: uuid(),
    liftedAt: instant(),
  },
  (t) => [
    uniqueIndex("seals_standing").on(t.personId).where(sql`${t.liftedAt} is null`),
    index("seals_person").on(t.personId, t.sealedAt),
  ],
);

/** What the person and the shop write to each other about a report. */
export const sealLines = accounts.table(
  "seal_lines",
  {
    id: uuid().primaryKey(),
    sealId: uuid()
      .notNull()
      .references(() => seals.id, { onDelete: "cascade" }),
    side: text().$type<"client" | "shop">().notNull(),
    byId: uuid().notNull(),
    text: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index("seal_lines_seal").on(t.sealId, t.at)],
);

/** An opening of sealed data: asked for by one admin with a reason, confirmed by another one, over by itself. */
export const sealOpenings = accounts.table(
  "seal_openings",
  {
    id: uuid().primaryKey(),
    sealId: uuid()
      .notNull()
      .references(() => seals.id, { onDelete: "cascade" }),
    askedBy: uuid().notNull(),
    secondId: uuid().notNull(),
    parts: jsonb().$type<SealPart[]>().notNull(),
    reason: text().notNull(),
    minutes: integer().notNull(),
    askedAt: instant().notNull(),
    /** Until when the second person can confirm. */
    askedUntil: instant().notNull(),
    confirmedAt: instant(),
    refusedAt: instant(),
    endsAt: instant(),
  },
  (t) => [index("seal_openings_seal").on(t.sealId, t.askedAt)],
);
