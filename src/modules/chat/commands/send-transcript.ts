import { count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { countUse } from "#src/platform/limits.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { counted } from "#src/shared/counted.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { daySeconds, hourSeconds } from "#src/shared/units.ts";
import { formatFullMoment, isZone, zoneLabel } from "#src/shared/zone.ts";
import { mailParts } from "../domain/message.ts";
import { chatFor } from "../messages/chat-row.ts";
import { chatSetting } from "../settings.ts";
import { messages } from "../tables.ts";

/** The newest messages that one mail holds. */
const mostLines = 150;
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
function transcriptMail(to: string, talk: Talk): NewMail {
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

/**
 * Mails the conversation to the person whose chat it is, at the address of the account. Notes are no part of it.
 * Refuses more than the setting allows a day, and a chat without messages or without an account.
 */
export const sendTranscript = command<{ chatId: string }, { to: string }>("chat.transcript", {
  input: z.strictObject({ chatId: z.uuid() }),
  run: async (work, { chatId }) => {
    const found = await chatFor(work, chatId);
    if (!found.ok) return found;
    const { tx, ctx, now } = work;
    const person = (await findPeople(tx, [chatId])).get(chatId);
    if (!person) return notFound();
    const lines = await tx
      .select()
      .from(messages)
      .where(eq(messages.chatId, chatId))
      .orderBy(desc(messages.timestamp), desc(messages.id))
      .limit(mostLines);
    if (lines.length === 0) return refuse("conflict", "There is no message to send yet.");
    const { transcriptsPerDay: most } = await ctx.runtime.settings.get(chatSetting);
    const key = `transcript:${chatId}`;
    const wait = await countUse(tx, { key, most: most * ctx.runtime.config.limitsFactor, seconds: daySeconds }, now);
    if (wait !== null)
      return refuse(
        "too-many",
        `This conversation was sent ${counted(most, "time")} today. Send it again in ${Math.ceil(wait / hourSeconds)} h.`,
        {
          retryAfter: wait,
        },
      );
    const [all] = await tx.select({ many: count() }).from(messages).where(eq(messages.chatId, chatId));
    const zone = person.timeZone && isZone(person.timeZone) ? person.timeZone : "UTC";
    const left = (all?.many ?? 0) - lines.length;
    await queueMail(tx, transcriptMail(person.email, { chatId, lines: lines.toReversed(), left, zone }), now);
    work.audit({ action: "chat.transcript-sent", subject: chatId, detail: { messages: lines.length } });
    return done({ to: person.email });
  },
});
