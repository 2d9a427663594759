import { count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { countUse } from "#src/platform/limits.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { counted } from "#src/shared/counted.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { daySeconds, hourSeconds } from "#src/shared/units.ts";
import { isZone } from "#src/shared/zone.ts";
import { chatFor } from "../messages/chat-row.ts";
import { mostLines, transcriptMail } from "../messages/transcript.ts";
import { chatSetting } from "../settings.ts";
import { messages } from "../tables.ts";

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
