import { createHash } from "node:crypto";
import { and, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import { blockOf } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { keptBudgets, spendBudget } from "#src/platform/guest-budgets.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-code.ts";
import { dayMs } from "#src/shared/units.ts";
import { longestMessage, tidyMessage } from "../domain/message.ts";
import { inboxTopic } from "../messages/topics.ts";
import { enquiries } from "../tables.ts";
import { writeAppeal } from "./appeal.ts";

const line = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

const input = z.object({
  name: z
    .string("Write your name.")
    .transform(line)
    .pipe(z.string().min(1, "Write your name.").max(100, "Use at most 100 characters.")),
  email: z
    .string("Write your e-mail.")
    .transform(mailAddress)
    .pipe(z.string("Write a full e-mail address, such as name@example.com.")),
  order: z
    .string()
    .default("")
    .transform((text) => plainCode(text))
    .pipe(z.string().max(40, "An order number has seven letters and digits.")),
  text: z
    .string("Write a few sentences.")
    .transform(tidyMessage)
    .pipe(
      z
        .string()
        .min(1, "Write a few sentences.")
        .max(longestMessage, "Use at most 10,000 characters. Send the rest in a second message."),
    ),
  about: z.enum(["question", "report"]).default("question"),
  /** A field that people do not see: who fills it is a machine. */
  website: z.string().default(""),
});
type Input = z.output<typeof input>;

/** The same words from the same person are the same enquiry for a day, so that sending twice asks once. */
const keyOf = ({ about, email, order, text }: Input, now: Date): string => {
  const digest = createHash("sha256")
    .update(JSON.stringify([email, order, text, ...(about === "report" ? [about] : [])]))
    .digest("base64url");
  return `${digest}:${Math.floor(now.getTime() / dayMs)}`;
};

/** Somebody whose account an admin has closed appeals by the contact page: it asks for no account. False: it is a question. */
async function appealOfBlock(work: Work, { name, email, order, text }: Input, key: string): Promise<boolean> {
  const block = await blockOf(work.tx, email);
  if (!block || (await spendBudget(work.tx, work.ctx, keptBudgets.enquiry)) !== null) return false;
  const { personId, blockedBy: decidedBy, at } = block;
  const matter = `account:${personId}:${at.toISOString()}`;
  return writeAppeal(work, {
    personId,
    decidedBy,
    matter,
    name,
    email,
    order: order || null,
    text,
    idempotencyKey: key,
  });
}

/**
 * Keeps a question of somebody without an account, or the report of a teacher, for Support. Sent twice within 24 hours
 * it is one. Refuses more than 30 an hour from one network address; what a machine filled in is dropped without a word.
 */
export const askEnquiry = command<Input, { again: boolean }>("chat.ask-enquiry", {
  input,
  run: async (work, asked) => {
    const { tx, ctx, now } = work;
    if (asked.website !== "") return done({ again: false });
    const key = keyOf(asked, now);
    const keys = [key, keyOf(asked, new Date(now.getTime() - dayMs))];
    const [known] = await tx
      .select({ id: enquiries.id })
      .from(enquiries)
      .where(and(inArray(enquiries.idempotencyKey, keys), gt(enquiries.createdAt, new Date(now.getTime() - dayMs))));
    if (known) return done({ again: true });
    const { name, email, order, text, about } = asked;
    const appeal = about === "question" ? await appealOfBlock(work, asked, key) : false;
    if (appeal) return done({ again: false });
    const row = { id: newId(now.getTime()), name, email, order: order || null, text, about, createdAt: now };
    const kept = await tx
      .insert(enquiries)
      .values({ ...row, idempotencyKey: key })
      .onConflictDoNothing()
      .returning({ id: enquiries.id });
    if (kept.length === 0) return done({ again: true });
    const wait = await spendBudget(tx, ctx, keptBudgets.enquiry);
    if (wait !== null)
      return refuse(
        "too-many",
        `Many questions came from your network. Yours is not sent yet. Send it again in ${Math.ceil(wait / 60)} min.`,
        { retryAfter: wait },
      );
    work.publish(inboxTopic, now.getTime());
    work.emit({ name: "chat.enquiry", subject: row.id, payload: {} });
    return done({ again: false });
  },
});
