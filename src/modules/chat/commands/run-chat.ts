import { z } from "zod";
import { adminsWhoMay } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { rowsFor } from "#src/platform/database/pipeline/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { sideOf } from "../domain/policy.ts";
import { type ChatRow, changeChat, lockChat } from "../messages/chat-row.ts";
import { writeLine } from "../messages/system-line.ts";
import { notes } from "../tables.ts";
import { askRating } from "./ask-rating.ts";

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

const closeInput = z.strictObject({ chatId: z.uuid(), state: z.enum(["open", "closed"]) });

/**
 * Closes a chat, or opens it again; the person reads a line about it, and any message of theirs opens it too. Who had
 * answers from Support is asked how it was.
 */
export const closeChat = command<z.infer<typeof closeInput>, null>("chat.close", {
  input: closeInput,
  run: async (work, { chatId, state }) => {
    const found = await supportChat(work, chatId);
    if (!found.ok) return found;
    const row = found.value;
    if (row.state === state) return done(null);
    const text =
      state === "closed"
        ? "Support closed this conversation. Write again at any time to open it."
        : "Support opened this conversation again.";
    const last = writeLine(work, row.id, text, row.lastMessageTime);
    if (state === "closed") await askRating(work, row);
    changeChat(work, row, { ...last, state, ...(state === "closed" ? { waitingSince: null } : {}) });
    work.audit({ action: `chat.${state}`, subject: chatId });
    return done(null);
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
