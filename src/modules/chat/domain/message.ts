import { figures } from "#src/shared/counted.ts";
import type { TalkSide } from "./policy.ts";

/** Characters of one message. */
export const longestMessage = 10_000;

/** How long messages to many people wait before they leave, so that they can be taken back. */
export const heldMs = 10_000;

/** Exact words: programs and tests read them. */
export const failedToSend = "Failed to send message. Please try again.";
export const notInitialized = "Chat session not initialized";
export const whatsappText = "Hi, I need support with my order.";

/** White space, and characters of which nobody sees anything (Unicode, Default_Ignorable_Code_Point and Cf; the empty Braille cell). */
const unseen = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/** Whether nobody sees anything of a text. */
const isBlank = (text: string): boolean => text.replace(unseen, "") === "";

/** Why a message cannot be sent, in words; null: it can. A file alone is a message, blank text alone is none. */
export function refuseMessage({ text, hasFile }: { text: string; hasFile: boolean }): string | null {
  const letters = [...text].length;
  if (letters > longestMessage)
    return `A message has at most ${figures(longestMessage)} characters. This one has ${figures(letters)}: send it in two parts, or as a file.`;
  if (isBlank(text) && !hasFile) return "Write something, or add a file.";
  return null;
}

/** Line breaks as one kind, no NUL, ends trimmed; everything else stays as typed. */
export const tidyMessage = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll("\0", "").trim();

/** What lists show of a message: one line, 140 characters. */
export function shortMessage(text: string, attachmentName: string | null): string {
  const line = text.replace(/\s+/g, " ").trim() || (attachmentName ?? "");
  const letters = [...line];
  return letters.length > 140 ? `${letters.slice(0, 139).join("")}…` : line;
}

/**
 * The next timestamp of a chat: now, but later than the last one, so that the order of `(timestamp, id)` is the order
 * in which messages were taken.
 */
export const nextTimestamp = (now: Date, last: Date | null): Date =>
  last && last.getTime() >= now.getTime() ? new Date(last.getTime() + 1) : now;

/** How both sides of a conversation are called for who reads it. */
export type TalkNames = { readonly me: string; readonly other: string };

/** In the chat with Support: Support never by name, `person` only among admins. */
export const namesWithSupport = (side: TalkSide, person = "Client"): TalkNames =>
  side === "person" ? { me: "You", other: "Support" } : { me: "Support", other: person };

// Here and not in the policy, which knows the life of an order: pages load this.
const others: Readonly<Record<TalkSide, TalkSide>> = {
  person: "support",
  support: "person",
  client: "writer",
  writer: "client",
  admin: "admin",
};
export const otherSide = (side: TalkSide): TalkSide => others[side];

/**
 * A message written on the page of an order says which one it is about: its first line names the number, unless its words
 * do so already. A message without words stays without.
 */
export const aboutOrder = (text: string, number: string): string =>
  isBlank(text) || text.toUpperCase().includes(number) ? text : `Order ${number}:\n${text}`;

const longestPart = 4_500;

/** A long text in parts that fit into a mail, cut at line ends where there are any; no letter is lost or split. */
export function mailParts(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const line of text.split(/(?<=\n)/)) {
    for (const piece of piecesOf(line)) {
      if (part.length + piece.length > longestPart) {
        parts.push(part);
        part = "";
      }
      part += piece;
    }
  }
  return [...parts, part].map((one) => one.replace(/\n+$/, "")).filter((one) => one.trim() !== "");
}

function piecesOf(line: string): string[] {
  if (line.length <= longestPart) return [line];
  const letters = [...line];
  const step = Math.floor(longestPart / 2);
  return Array.from({ length: Math.ceil(letters.length / step) }, (_, i) =>
    letters.slice(i * step, (i + 1) * step).join(""),
  );
}
