import type { InboxCounts } from "../queries/inbox-counts.ts";
import type { InboxAsk } from "./address.ts";

/** A colleague who writes an answer, heard at `at` (ms). */
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

/** Said to whoever begins an answer in a chat that a colleague has; "" when nobody else has it. */
export const heldMessage = (holder: string | null, mine: boolean, text: string): string =>
  holder === null || mine || text.trim() === "" ? "" : `${holder} has this chat. Take it before you answer.`;

/** The id of the field of the answer: words typed before scripts work are taken over from it. */
export const writingId = "answer";
