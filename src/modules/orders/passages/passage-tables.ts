import { getTableColumns, sql } from "drizzle-orm";
import { index, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import type { ContactKind } from "#src/shared/hidden-contacts.ts";
import { orderHistory, ordersSchema } from "../tables.ts";

/** `hidden`: nobody asked; `waiting`: put to Support; `shown`: the other side reads it; `kept`: it stays hidden. */
export type PassageState = "hidden" | "waiting" | "shown" | "kept";
export type PassageSource = "brief" | "message" | "step" | "file";

/** What is hidden from the other side of an order, once a passage and side. */
export const hiddenPassages = ordersSchema.table(
  "hidden_passages",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    side: text().$type<"client" | "writer">().notNull(),
    personId: uuid().notNull(),
    place: text().$type<PassageSource>().notNull(),
    /** The file whose name has it. */
    fileId: uuid(),
    kind: text().$type<ContactKind>().notNull(),
    /** The passage with what stands around it, sealed. */
    sealed: text().notNull(),
    /** Names the passage without saying it. */
    mark: text().notNull(),
    state: text().$type<PassageState>().notNull(),
    /** The judge was not sure, or the person asked. */
    asked: text().$type<"judge" | "person">(),
    askedAt: instant(),
    decidedBy: uuid(),
    decidedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("hidden_passages_once").on(t.orderId, t.side, t.mark),
    index("hidden_passages_waiting").on(t.askedAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("hidden_passages_person").on(t.personId),
  ],
);

/** Words of a step as the other side reads them since Support shows a passage: the history itself only grows. */
export const shownTexts = ordersSchema.table(
  "shown_texts",
  {
    historyId: uuid()
      .primaryKey()
      .references(() => orderHistory.id, { onDelete: "cascade" }),
    orderId: uuid().notNull(),
    text: text().notNull(),
  },
  (t) => [index("shown_texts_order").on(t.orderId)],
);

/** What somebody wrote at an order as it was typed, where contact details were hidden in what the other side reads. */
export const hiddenTexts = ordersSchema.table(
  "hidden_texts",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    side: text().$type<"client" | "writer">().notNull(),
    personId: uuid().notNull(),
    at: instant().notNull(),
    sealed: text().notNull(),
  },
  (t) => [index("hidden_texts_order").on(t.orderId, t.at)],
);

const { text: written, ...others } = getTableColumns(orderHistory);

/** A step with its words as both sides read them; those that were deleted stay away. */
export const historyColumns = {
  ...others,
  text: sql<
    string | null
  >`case when ${written} is not null then coalesce((select ${shownTexts.text} from ${shownTexts} where ${shownTexts.historyId} = ${orderHistory.id}), ${written}) end`,
};
