import { and, asc, eq, ne } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { goneEmail, goneName, goneText, type PersonalData } from "#src/platform/personal-data.ts";
import { chats, enquiries, messages, notes } from "./tables.ts";

/** The chat with support goes as a whole; what somebody of Support wrote to others stays without them being named. */
export const chatData: PersonalData = {
  name: "chat",
  async *gather({ runtime: { db } }, { id, email }) {
    const rows = await db
      .select({
        message: messages.message,
        senderId: messages.senderId,
        senderType: messages.senderType,
        timestamp: messages.timestamp,
        attachment: messages.attachment,
        attachmentName: messages.attachmentName,
      })
      .from(messages)
      .where(eq(messages.chatId, id))
      .orderBy(asc(messages.timestamp), asc(messages.id));
    const told = rows.map(({ senderId, ...one }) => ({ ...one, from: senderId === id ? "You" : "Support" }));
    if (told.length > 0) yield { path: "chat.json", rows: told };
    const { text, createdAt, answer, answeredAt } = enquiries;
    const asked = await db
      .select({ text, createdAt, answer, answeredAt })
      .from(enquiries)
      .where(eq(enquiries.email, email));
    if (asked.length > 0) yield { path: "enquiries.json", rows: asked };
  },
  async forget(work, { id, email }) {
    const { tx } = work;
    await forgetFilesAt(work, "chat", [id]);
    await tx.delete(chats).where(eq(chats.id, id));
    await tx
      .update(notes)
      .set({ byName: goneName })
      .where(and(eq(notes.byId, id), ne(notes.byName, goneName)));
    await tx
      .update(enquiries)
      .set({ name: goneName, email: goneEmail(id), text: goneText, answer: null })
      .where(eq(enquiries.email, email));
  },
};
