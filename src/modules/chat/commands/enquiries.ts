import { createHash } from "node:crypto";
import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay, blockOf, findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { keptBudgets, spendBudget } from "#src/platform/guest-budgets.ts";
import { newId } from "#src/platform/ids.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { done, notFound, type Refusal, refuse } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { dayMs } from "#src/shared/units.ts";
import { longestMessage, mailParts, tidyMessage } from "../domain/message.ts";
import { canAnswerChats, decidedItself } from "../domain/policy.ts";
import { inboxTopic } from "../messages/topics.ts";
import { enquiries } from "../tables.ts";
import { appealAnswered, writeAppeal } from "./appeal.ts";

const line = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

const question = z.object({
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
type Input = z.output<typeof question>;

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
  input: question,
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

const input = z.strictObject({
  enquiryId: z.uuid(),
  answer: z
    .string("Write the answer.")
    .transform(tidyMessage)
    .pipe(z.string().min(1, "Write the answer.").max(longestMessage, "An answer has at most 10,000 characters.")),
});

/**
 * Answers an enquiry by mail, once. The same answer sent twice is one; another one is a conflict, because the first
 * is on its way. Refuses not-found to everybody without the capability `chat`.
 */
export const answerEnquiry = command<z.output<typeof input>, null>("chat.answer-enquiry", {
  input,
  run: async (work, { enquiryId, answer }) => {
    const { tx, viewer, now } = work;
    if (!canAnswerChats(viewer) || viewer.kind !== "person") return notFound();
    const refused = await notTheirs(work, enquiryId);
    if (refused) return refused;
    const [taken] = await tx
      .update(enquiries)
      .set({ answer, answeredAt: now, answeredBy: viewer.id })
      .where(and(eq(enquiries.id, enquiryId), isNull(enquiries.answeredAt)))
      .returning();
    if (taken) {
      await queueMail(tx, enquiryMail(taken, answer), now);
      await appealAnswered(work, taken);
      work.audit({ action: "enquiry.answered", subject: enquiryId });
      work.publish(inboxTopic, now.getTime());
      return done(null);
    }
    const [row] = await tx.select().from(enquiries).where(eq(enquiries.id, enquiryId));
    if (!row) return notFound();
    if (row.answeredBy === viewer.id && row.answer === answer) return done(null);
    const by = row.answeredBy ? (await findPeople(tx, [row.answeredBy])).get(row.answeredBy)?.name : undefined;
    return refuse("conflict", `${by ?? "Somebody"} answered this already. Your answer was not sent.`);
  },
});

/** Who decided does not answer the appeal; without a colleague it takes a fresh proof. Null: the viewer may answer. */
async function notTheirs(work: Work, enquiryId: string): Promise<Refusal | null> {
  const { tx, viewer } = work;
  const [row] = await tx.select({ decidedBy: enquiries.decidedBy }).from(enquiries).where(eq(enquiries.id, enquiryId));
  if (!row || viewer.kind !== "person" || !decidedItself(row, viewer)) return null;
  const others = (await adminsWhoMay(tx, "chat")).filter(({ id }) => id !== viewer.id);
  return others.length > 0
    ? refuse("forbidden", "You made this decision. Another admin answers the appeal.")
    : mustBeFresh(work);
}

type Asked = Pick<typeof enquiries.$inferSelect, "id" | "name" | "email" | "order" | "about" | "text">;

const answered = defineMail({
  id: "chat.enquiry-answer",
  to: "account",
  name: "Our answer to your question",
  when: "when an admin answers a message of the contact page",
  subject: "{{what we answer}}",
  text: `
# Hello {{name}},

{{answer}}

{{details}}

{{what you did}}

{{message}}`,
  values: {
    name: "Linh Tran",
    "what we answer": "Our answer to your question",
    answer: "Yes, we work with sources in French.",
    "what you did": "You asked:",
    message: "Do you work with sources in French?",
  },
  required: ["answer", "message"],
  example: { facts: [["Order", "K4WTN82"]] },
});

/** The one answer to a question from the contact page; the question stands below it. */
const enquiryMail = ({ id, name, email, order, about, text }: Asked, answer: string): NewMail => ({
  kind: "chat.enquiry-answer",
  to: email,
  onceKey: `enquiry:${id}`,
  ...answered(
    {
      name,
      "what we answer": order ? "Our answer about your order" : `Our answer to your ${about}`,
      answer: mailParts(answer),
      "what you did": about === "question" ? "You asked:" : "You wrote:",
      message: mailParts(text),
    },
    order ? { facts: [["Order", order]] } : {},
  ),
});
