import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { formatFullMoment, zoneLabel } from "#src/shared/zone.ts";
import { mailParts } from "../domain/mail-text.ts";

/** The newest messages that one mail holds. */
export const mostLines = 150;
const mostParts = 180;

type Line = {
  message: string;
  senderId: string;
  senderType: "user" | "system";
  timestamp: Date;
  attachmentName: string | null;
};
type Talk = { chatId: string; lines: readonly Line[]; left: number; zone: string };

const who = ({ senderType, senderId }: Line, chatId: string): string => {
  if (senderType === "system") return "Note";
  return senderId === chatId ? "You" : "Support";
};

const textOf = (line: Line, { chatId, zone }: Talk): string[] => {
  const file = line.attachmentName ? `File: ${line.attachmentName}` : "";
  const text = [line.message, file].filter(Boolean).join("\n");
  const head = `${who(line, chatId)}, ${formatFullMoment(line.timestamp, zone)}`;
  const [first = "", ...rest] = mailParts(text);
  return [`${head}\n${first}`, ...rest];
};

/** Earlier messages that did not fit are counted, never left out in silence. */
const before = (left: number): string[] => {
  if (left === 0) return [];
  return [
    `${left} earlier ${left === 1 ? "message is" : "messages are"} not in this e-mail. You find them in the chat.`,
  ];
};

const transcript = defineMail({
  id: "chat.transcript",
  to: "account",
  name: "Your conversation with support",
  when: "when a conversation is sent by e-mail",
  subject: "Your conversation with support",
  text: `
# Your conversation with support

{{conversation}}

Times are in the time zone {{time zone}}.`,
  values: {
    conversation: "You, Tue 8 December 2026, 12:30\nCan I add a second file?",
    "time zone": "Berlin, UTC+1",
  },
  required: ["conversation", "time zone"],
  example: {},
});

/** A conversation as a mail to its person, oldest message first, times in the zone of the reader. */
export function transcriptMail(to: string, talk: Talk): NewMail {
  const all = talk.lines.map((line) => textOf(line, talk));
  const kept: string[][] = [];
  for (let partsLeft = mostParts; ; ) {
    const parts = all[all.length - 1 - kept.length];
    partsLeft -= parts?.length ?? partsLeft + 1;
    if (!parts || partsLeft < 0) break;
    kept.push(parts);
  }
  const left = talk.left + all.length - kept.length;
  const conversation = [...before(left), ...kept.toReversed().flat()];
  return { kind: "chat.transcript", to, ...transcript({ conversation, "time zone": zoneLabel(talk.zone) }) };
}
