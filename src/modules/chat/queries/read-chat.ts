import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { openQuestion } from "../commands/rate-chat.ts";
import { sideOf } from "../domain/policy.ts";
import { chats, messages } from "../tables.ts";
import { type ChatPage, messagePage, pageFields } from "./message-page.ts";

const input = z.strictObject({ chatId: z.uuid(), ...pageFields });

/** A page of a chat's messages (`messagePage`) and how the chat stands. Refuses not-found to everybody else. */
export const readChat = query<z.infer<typeof input>, ChatPage>("chat.read", {
  input,
  run: async ({ db, viewer }, asked) => {
    const side = sideOf(viewer, asked.chatId);
    if (!side) return notFound();
    const [row] = await db.select().from(chats).where(eq(chats.id, asked.chatId));
    if (!row) return side === "person" ? done(emptyChat(asked.chatId)) : notFound();
    const isSupport = (one: Row) => one.senderType === "user" && one.senderId !== row.id;
    const page = await messagePage<Row>({ db, viewer }, asked, {
      columns: messages,
      read: (which, order, most) =>
        db
          .select()
          .from(messages)
          .where(and(eq(messages.chatId, row.id), which))
          .orderBy(...order)
          .limit(most),
      showing: async (rows) => {
        const senders = rows.filter(isSupport).map(({ senderId }) => senderId);
        const colleagues = side === "support" ? await findPeople(db, senders) : null;
        return (one) => {
          const fromSupport = isSupport(one);
          return {
            mine: one.senderType === "user" && fromSupport === (side === "support"),
            senderType: one.senderType,
            fromSupport,
            ...(colleagues && fromSupport && { by: colleagues.get(one.senderId)?.name ?? "a former colleague" }),
          };
        };
      },
    });
    const question = side === "person" && row.state === "closed" ? await openQuestion(db, row.id) : null;
    const readByOther = side === "person" ? row.supportReadTo : row.clientReadTo;
    return done({
      chatId: row.id,
      side,
      version: row.version,
      state: row.state,
      unread: side === "person" ? row.clientUnread : row.supportUnread,
      ...(question !== null && { question }),
      readByOther: readByOther?.toISOString() ?? null,
      ...page,
    });
  },
});

type Row = typeof messages.$inferSelect;

const emptyChat = (chatId: string): ChatPage => ({
  chatId,
  side: "person",
  version: 0,
  state: "open",
  unread: 0,
  readByOther: null,
  messages: [],
  again: [],
  older: false,
  newer: false,
});
