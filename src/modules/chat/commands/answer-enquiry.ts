import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay, findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, notFound, type Refusal, refuse } from "#src/shared/outcome.ts";
import { longestMessage, mailParts, tidyMessage } from "../domain/message.ts";
import { canAnswerChats, decidedItself } from "../domain/policy.ts";
import { inboxTopic } from "../messages/topics.ts";
import { enquiries } from "../tables.ts";
import { appealAnswered } from "./appeal.ts";

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
