import { sendOrKeep } from "#src/ui/keep-page.ts";
import type { InboxCounts } from "../queries/waiting.ts";
import type { RefusedStep } from "./chat.server.ts";
import type { InboxAsk } from "./labels.ts";

/** A colleague who types an answer, last notified at `at` (ms). */
export type Typing = { chatId: string; id: string; name: string; at: number };

export type InboxContext = { typing: readonly Typing[]; ask: InboxAsk; counts: InboxCounts };

/** Takes a passing word of Support's topic; the own ones are no news. */
export const noteTyping = (
  known: readonly Typing[],
  { typing: chatId, by: name, id }: Readonly<Record<string, string>>,
  me: string,
  at: number,
): readonly Typing[] => {
  if (!chatId || !name || !id || id === me) return known;
  return [...known.filter((one) => one.id !== id), { chatId, id, name, at }];
};

/** "Petra is writing an answer.", for whoever has this chat open; "" when nobody does. */
export const collisionMessage = (typing: readonly Typing[], chatId: string): string => {
  const names = typing.filter((one) => one.chatId === chatId).map(({ name }) => name);
  if (names.length === 0) return "";
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} writing an answer.`;
};

/** The colleague who has this chat, while somebody else has begun an answer in it; null: nobody to ask about. */
export const heldBy = (chat: { me: string; assignedTo: string | null }, text: string): string | null =>
  chat.assignedTo === chat.me || text.trim() === "" ? null : chat.assignedTo;

/** The id of the field of the answer: words typed before scripts work are taken over from it. */
export const writingId = "answer";

/** Sends a form of the inbox. When the server is away the page stays, with everything typed and a word about it. */
export async function sendStep<T>(request: Request, send: () => Promise<T>) {
  const form = await request.clone().formData();
  const values = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  const step = values.step ?? "answer";
  return sendOrKeep(send, { step, values });
}

/** Why an answer or a note was not taken, in one sentence. */
export const refusedText = ({ errors, message }: RefusedStep): string =>
  errors.message ?? errors.text ?? message ?? "This was not saved. Send it again.";
