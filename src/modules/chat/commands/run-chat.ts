import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { sideOf } from "../domain/policy.ts";
import { type ChatRow, changeChat, colleagueWith, lockChat } from "../messages/chat-row.ts";
import { writeLine } from "../messages/messages.ts";
import { messages, notes } from "../tables.ts";
import { askRating, withdrawQuestion } from "./rate-chat.ts";

/** A chat for Support only, locked. */
async function supportChat(work: Work, chatId: string): Promise<Outcome<ChatRow>> {
  if (sideOf(work.viewer, chatId) !== "support") return notFound();
  const row = await lockChat(work.tx, chatId);
  return row ? done(row) : notFound();
}

const assignInput = z.strictObject({
  chatId: z.uuid(),
  /** Who takes it; null: nobody any more. */
  to: z.uuid().nullable(),
  /** Who had it when the page was made: somebody else by now is a conflict. */
  seen: z.uuid().nullable(),
});

/** Gives a chat to an admin who may chat. Refused when it changed hands since the page was made. */
export const assignChat = command<z.infer<typeof assignInput>, null>("chat.assign", {
  input: assignInput,
  run: async (work, { chatId, to, seen }) => {
    const found = await supportChat(work, chatId);
    if (!found.ok) return found;
    const row = found.value;
    if (row.assignedTo === to) return done(null);
    if (row.assignedTo !== seen)
      return refuse("conflict", "Somebody else took this chat in the meantime. Look again before you take it.");
    if (to !== null && !(await adminsWhoMay(work.tx, "chat")).some(({ id }) => id === to))
      return refuse("conflict", "This person does not answer chats any more. Choose somebody else.");
    changeChat(work, row, { assignedTo: to, assignedAt: to ? work.now : null });
    work.audit({ action: "chat.assigned", subject: chatId, detail: { to } });
    return done(null);
  },
});

const closeInput = z.strictObject({
  chatId: z.uuid(),
  /** When the last message that was seen came. */
  seen: z.coerce.date(),
  /** The colleague who had it when the page was made. */
  over: z.uuid().nullish(),
});

/**
 * Closes a chat; the person reads a line about it, and any message of theirs opens it again. Who had answers from Support
 * is asked how it was. Refused when the person wrote after what was seen, or when a colleague has it who is not named.
 * `changed`: it was open until now.
 */
export const closeChat = command<z.infer<typeof closeInput>, { changed: boolean }>("chat.close", {
  input: closeInput,
  run: async (work, { chatId, seen, over }) => {
    const found = await supportChat(work, chatId);
    if (!found.ok) return found;
    const row = found.value;
    if (row.state === "closed") return done({ changed: false });
    const colleague = await colleagueWith(work, row, over);
    if (colleague) return refuse("conflict", `${colleague.name} has this chat. Take it before you close it.`);
    if (await wroteAfter(work, row, seen))
      return refuse("conflict", "There is a new message. Read it before you close the chat.");
    const text = "Support closed this conversation. Write again at any time to open it.";
    const last = writeLine(work, row.id, text, row.lastMessageTime);
    await askRating(work, row);
    changeChat(work, row, { ...last, state: "closed", waitingSince: null, waitedSince: row.waitingSince });
    work.audit({ action: "chat.closed", subject: chatId });
    return done({ changed: true });
  },
});

/** Whether the person of a chat wrote after this instant. */
async function wroteAfter({ tx }: Work, row: ChatRow, seen: Date): Promise<boolean> {
  if (row.lastMessageTime === null || row.lastMessageTime <= seen) return false;
  const theirs = and(eq(messages.chatId, row.id), eq(messages.senderId, row.id), gt(messages.timestamp, seen));
  return (await tx.select({ id: messages.id }).from(messages).where(theirs).limit(1)).length > 0;
}

/**
 * Opens a closed chat again, which waits as it did when it was closed; the person reads a line about it, and is not asked
 * any more how it was.
 */
export const reopenChat = command<{ chatId: string }, { changed: boolean }>("chat.reopen", {
  input: z.strictObject({ chatId: z.uuid() }),
  run: async (work, { chatId }) => {
    const found = await supportChat(work, chatId);
    if (!found.ok) return found;
    const row = found.value;
    if (row.state === "open") return done({ changed: false });
    await withdrawQuestion(work, row.id);
    const last = writeLine(work, row.id, "Support opened this conversation again.", row.lastMessageTime);
    changeChat(work, row, { ...last, state: "open", waitingSince: row.waitedSince, waitedSince: null });
    work.audit({ action: "chat.open", subject: chatId });
    return done({ changed: true });
  },
});

const noteInput = z.strictObject({
  chatId: z.uuid(),
  text: z.string().trim().min(1, "Write the note.").max(4000, "A note has at most 4,000 characters."),
});

/** A note that only Support reads. */
export const addNote = command<z.infer<typeof noteInput>, null>("chat.note", {
  input: noteInput,
  run: async (work, { chatId, text }) => {
    const found = await supportChat(work, chatId);
    if (!found.ok) return found;
    if (work.viewer.kind !== "person") return notFound();
    const { id: byId, name: byName } = work.viewer;
    work.defer(rowsFor(notes, [{ id: newId(), chatId, text, byId, byName, at: work.now }]));
    changeChat(work, found.value, {});
    return done(null);
  },
});
