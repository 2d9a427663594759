import { sql } from "drizzle-orm";
import { boolean, index, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";
import type { ActInput } from "../steps/act-input.ts";
import { ordersSchema } from "../tables.ts";

/** What of a step is kept until somebody approves it: everything but the order and the version that was seen. */
export type HeldStep = Omit<ActInput, "orderId" | "seenVersion" | "files">;

/** Refunds by an admin's own choice above the limit: not yet taken, one at a time for an order. */
export const heldRefunds = ordersSchema.table(
  "held_refunds",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    step: jsonb().$type<HeldStep>().notNull(),
    /** What the step gives back by choice. */
    cents: wide().notNull(),
    askedBy: uuid().notNull(),
    askedAt: instant().notNull(),
    /** Nobody else could approve it when it was asked for: it is taken at `dueAt`, else it ends then. */
    alone: boolean().notNull(),
    dueAt: instant().notNull(),
    outcome: text().$type<"approved" | "taken-alone" | "withdrawn" | "ended">(),
    endedBy: text(),
    endedAt: instant(),
    /** Why it ended without being taken, where nobody withdrew it. */
    endedWhy: text(),
  },
  (t) => [
    uniqueIndex("held_refunds_open").on(t.orderId).where(sql`${t.endedAt} is null`),
    index("held_refunds_order").on(t.orderId, t.askedAt),
    index("held_refunds_waiting").on(t.askedAt, t.id).where(sql`${t.endedAt} is null`),
  ],
);
