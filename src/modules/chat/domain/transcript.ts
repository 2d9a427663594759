import { formatFullMoment, zoneLabel } from "#src/shared/zone.ts";
import { mailParts } from "./mail-text.ts";

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

/** A conversation as a mail to its person, oldest message first, times in the zone of the reader. */
export function transcriptMail(to: string, talk: Talk) {
  const all = talk.lines.map((line) => textOf(line, talk));
  const kept: string[][] = [];
  for (let partsLeft = mostParts; ; ) {
    const parts = all[all.length - 1 - kept.length];
    partsLeft -= parts?.length ?? partsLeft + 1;
    if (!parts || partsLeft < 0) break;
    kept.push(parts);
  }
  const left = talk.left + all.length - kept.length;
  return {
    kind: "chat.transcript",
    to,
    subject: "Your conversation with support",
    content: {
      title: "Your conversation with support",
      paragraphs: [...before(left), ...kept.toReversed().flat()],
      after: [`Times are in the time zone ${zoneLabel(talk.zone)}.`],
    },
  };
}
