import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#src/platform/database/database.ts";
import type { ContactKind } from "#src/shared/hidden-contacts.ts";
import type { Rating } from "./domain/rating.ts";

export const chat = pgSchema("chat");

/**
 * One chat a person: its id is the person's id. PostgreSQL writes the column `search` of chats (name, address), of
 * messages and of enquiries.
 */
export const chats = chat.table(
  "chats",
  {
    id: uuid().primaryKey(),
    userName: text().notNull(),
    userEmail: text().notNull(),
    userRole: integer().notNull(),
    createdAt: instant().notNull(),
    lastMessage: text(),
    lastMessageTime: instant(),
    /** Id of who wrote it; "system" for automatic lines. */
    lastSender: text(),
    lastSenderRole: integer(),
    /** Grows with everything that a page of this chat shows. */
    version: integer().notNull().default(1),
    state: text().$type<"open" | "closed">().notNull().default("open"),
    /** The person's oldest message that nobody answered; null: nothing waits. */
    waitingSince: instant(),
    /** What `waitingSince` was when the chat was closed, for who opens it again. */
    waitedSince: instant(),
    assignedTo: uuid(),
    assignedAt: instant(),
    /** Up to which message each side has read. */
    clientReadTo: instant(),
    supportReadTo: instant(),
    clientUnread: integer().notNull().default(0),
    supportUnread: integer().notNull().default(0),
    updatedAt: instant().notNull(),
    demo: boolean().notNull().default(false),
  },
  (t) => [
    index("chats_waiting").on(t.waitingSince, t.id).where(sql`${t.waitingSince} is not null`),
    index("chats_newest").on(t.lastMessageTime, t.id),
    index("chats_unread").on(t.lastMessageTime, t.id).where(sql`${t.supportUnread} > 0`),
    index("chats_mine").on(t.assignedTo, t.lastMessageTime, t.id).where(sql`${t.assignedTo} is not null`),
    index("chats_changed").on(t.updatedAt),
  ],
);

/** Messages in the order of `(timestamp, id)`; the timestamp of a chat's messages only grows. */
export const messages = chat.table(
  "messages",
  {
    /** Made by the sender, so that a repeated sending is the same message. */
    id: uuid().primaryKey(),
    chatId: uuid()
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    message: text().notNull(),
    senderId: text().notNull(),
    senderType: text().$type<"user" | "system">().notNull(),
    senderRole: integer().notNull(),
    timestamp: instant().notNull(),
    /** Stable address of the file. */
    attachment: text(),
    attachmentName: text(),
    attachmentId: uuid(),
    /** chat_attachments/{userId}_{timestamp}_{8 random}.{ext} */
    storedName: text(),
  },
  (t) => [uniqueIndex("messages_order").on(t.chatId, t.timestamp, t.id), index("messages_newest").on(t.timestamp)],
);

/** What Support writes to itself about a chat; no query for clients reads this table. */
export const notes = chat.table(
  "notes",
  {
    id: uuid().primaryKey(),
    chatId: uuid()
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    text: text().notNull(),
    byId: uuid().notNull(),
    byName: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index("notes_chat").on(t.chatId, t.at)],
);

/**
 * Messages of Support to many people at once, which leave a little later so that they can be taken back. The text is kept
 * only while it waits.
 */
export const heldMessages = chat.table(
  "held_messages",
  {
    /** Made of the form and the person, so that a form sent twice makes it once; the message gets the same id. */
    id: uuid().primaryKey(),
    /** The form that they were sent with: they are taken back together. */
    batch: uuid().notNull(),
    /** The person's id, whose chat may be made only when it leaves. */
    chatId: uuid().notNull(),
    byId: uuid().notNull(),
    message: text().notNull(),
    /** The orders that it is about. */
    orders: uuid().array().notNull(),
    reminder: boolean().notNull(),
    state: text().$type<"held" | "sent" | "undone" | "refused">().notNull().default("held"),
    createdAt: instant().notNull(),
  },
  (t) => [index("held_messages_batch").on(t.batch), index("held_messages_made").on(t.createdAt)],
);

/** Texts that Support sends often; {name} and {order} are filled in. */
export const savedReplies = chat.table("saved_replies", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  text: text().notNull(),
  updatedBy: uuid().notNull(),
  updatedAt: instant().notNull(),
  /** The reply that comes with the product in whose place this one stands; null: the shop's own. */
  delivered: text().unique(),
  /** The delivered one is not offered. */
  removed: boolean().notNull().default(false),
});

/** The question how a conversation was, asked when it is closed, and its one answer. */
export const ratings = chat.table(
  "ratings",
  {
    id: uuid().primaryKey(),
    chatId: uuid()
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    askedAt: instant().notNull(),
    rating: text().$type<Rating>(),
    comment: text().notNull().default(""),
    ratedAt: instant(),
  },
  (t) => [
    index("ratings_chat").on(t.chatId, t.askedAt),
    index("ratings_rated").on(t.ratedAt).where(sql`${t.ratedAt} is not null`),
  ],
);

/** A question from somebody without an account, answered by mail. */
export const enquiries = chat.table(
  "enquiries",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    text: text().notNull(),
    order: text(),
    /** A report comes from somebody who teaches; an appeal from a client about a decision of a person. */
    about: text().$type<"question" | "report" | "appeal">().notNull().default("question"),
    /** Of appeals: whose, about which decision, who made it, and until when somebody else answers. */
    personId: uuid(),
    matter: text(),
    decidedBy: uuid(),
    answerBy: instant(),
    createdAt: instant().notNull(),
    answer: text(),
    answeredAt: instant(),
    answeredBy: uuid(),
    idempotencyKey: text().notNull(),
  },
  (t) => [
    index("enquiries_waiting").on(t.createdAt, t.id).where(sql`${t.answeredAt} is null`),
    index("enquiries_newest").on(t.createdAt, t.id),
    index("enquiries_last").on(sql`coalesce(${t.answeredAt}, ${t.createdAt})`),
    uniqueIndex("enquiries_once").on(t.idempotencyKey),
    uniqueIndex("enquiries_matter").on(t.matter),
  ],
);

/** What the client and one writer of an order write to each other; another writer begins another one. */
export const threads = chat.table(
  "threads",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    clientId: uuid().notNull(),
    writerId: uuid().notNull(),
    createdAt: instant().notNull(),
    lastMessageTime: instant(),
    /** Grows with everything that a page of it shows. */
    version: integer().notNull().default(1),
    /** Up to which message each side has read. */
    clientReadTo: instant(),
    writerReadTo: instant(),
    clientUnread: integer().notNull().default(0),
    writerUnread: integer().notNull().default(0),
  },
  (t) => [uniqueIndex("threads_of_order").on(t.orderId, t.writerId), index("threads_writer").on(t.writerId)],
);

/** In the order of `(timestamp, id)`; the timestamp of a thread's messages only grows. */
export const threadMessages = chat.table(
  "thread_messages",
  {
    /** Made by the sender, so that a repeated sending is the same message. */
    id: uuid().primaryKey(),
    threadId: uuid()
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    /** Without contact details. */
    message: text().notNull(),
    /** What was hidden, by kind; empty: nothing. */
    hidden: jsonb().$type<ContactKind[]>().notNull().default([]),
    /** The message as it was typed, sealed, where something was hidden. */
    sealed: text(),
    /** system: a line about the order that nobody wrote; its sender is the order. */
    side: text().$type<"client" | "writer" | "system">().notNull(),
    senderId: uuid().notNull(),
    timestamp: instant().notNull(),
    attachment: text(),
    attachmentName: text(),
    attachmentId: uuid(),
  },
  (t) => [
    uniqueIndex("thread_messages_order").on(t.threadId, t.timestamp, t.id),
    index("thread_messages_sealed").on(t.timestamp).where(sql`${t.sealed} is not null`),
  ],
);
