import { eq } from "drizzle-orm";
import { z } from "zod";
import { refusedRequest } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { longestMessage, tidyMessage } from "../domain/message.ts";
import { isOwnAppeal } from "../domain/policy.ts";
import { inboxTopic } from "../messages/topics.ts";
import { enquirySetting } from "../settings.ts";
import { enquiries } from "../tables.ts";

/** Names the decision that an appeal is about: there is one appeal of each. */
const matterOf = (requestId: string): string => `request:${requestId}`;

type Appeal = Pick<typeof enquiries.$inferInsert, "name" | "email" | "order" | "text" | "idempotencyKey"> & {
  personId: string;
  matter: string;
  /** Who decided, and so does not answer. */
  decidedBy: string;
};

const timer = "chat.appeal-waits";

/** Puts an appeal to the admins who answer questions, with the end of its time; false when there is one of this decision. */
export async function writeAppeal(work: Work, appeal: Appeal): Promise<boolean> {
  const { tx, now, ctx } = work;
  const { appealHours } = await ctx.runtime.settings.get(enquirySetting);
  const id = newId(now.getTime());
  const answerBy = new Date(now.getTime() + appealHours * hourMs);
  const made = await tx
    .insert(enquiries)
    .values({ ...appeal, id, about: "appeal", createdAt: now, answerBy })
    .onConflictDoNothing()
    .returning({ id: enquiries.id });
  if (made.length === 0) return false;
  await setTimer(work, { kind: timer, subject: id, due: answerBy });
  work.audit({ action: "appeal.made", subject: appeal.personId, detail: { enquiry: id } });
  work.publish(inboxTopic, now.getTime());
  work.emit({ name: "chat.enquiry", subject: id, payload: { about: "appeal" } });
  return true;
}

/** The appeal is answered: its alarm ends, and its client gets a notice where there is a page for it. */
export async function appealAnswered(work: Work, { id, personId, matter }: typeof enquiries.$inferSelect) {
  await clearTimer(work, { kind: timer, subject: id });
  const [kind, requestId] = (matter ?? "").split(":");
  if (personId && kind === "request")
    work.emit({ name: "chat.appeal-answered", subject: personId, payload: { requestId, enquiryId: id } });
}

/** The hours are over without an answer: an alarm for the admins who answer. */
export const appealTimer: TimerKind = {
  kind: timer,
  lock: (work, id) => work.tx.select().from(enquiries).where(eq(enquiries.id, id)).for("update"),
  run: async (work, id) => {
    const [row] = await work.tx.select().from(enquiries).where(eq(enquiries.id, id));
    if (!row || row.answeredAt) return;
    work.audit({ action: "appeal.unanswered", subject: row.personId ?? id, detail: { enquiry: id } });
    work.emit({ name: "chat.appeal-late", subject: id, payload: {} });
  },
};

const input = z.strictObject({
  requestId: askedId,
  text: z
    .string("Write why we should look again.")
    .transform(tidyMessage)
    .pipe(z.string().min(1, "Write why we should look again.").max(longestMessage, "Use at most 10,000 characters.")),
});

/**
 * The client of a request that a person refused asks for another person. Sent twice with the same text it is one.
 * Refusals: not-found for others and without such a refusal, conflict when it was appealed already.
 */
export const appealRequest = command<z.output<typeof input>, null>("chat.appeal-request", {
  input,
  run: async (work, { requestId, text }): Promise<Outcome<null>> => {
    const { viewer, tx } = work;
    if (viewer.kind !== "person") return notFound();
    const request = await refusedRequest(tx, viewer, requestId);
    if (!request) return notFound();
    const matter = matterOf(requestId);
    const { id: personId, name, email } = viewer;
    const made = await writeAppeal(work, {
      ...{ personId, name, email, order: null, text, matter, decidedBy: request.decidedBy, idempotencyKey: matter },
    });
    if (made) return done(null);
    const [known] = await tx.select({ text: enquiries.text }).from(enquiries).where(eq(enquiries.matter, matter));
    return known?.text === text ? done(null) : refuse("conflict", "You asked for another person already.");
  },
});

/** The viewer's appeal of a refused request; null while there is none. */
export const myAppeal = query("chat.my-appeal", {
  input: z.strictObject({ requestId: askedId }),
  run: async ({ db, viewer }, { requestId }) => {
    if (viewer.kind !== "person") return notFound();
    const { text, createdAt, answerBy, answer, answeredAt, personId } = enquiries;
    const [row] = await db
      .select({ text, createdAt, answerBy, answer, answeredAt, personId })
      .from(enquiries)
      .where(eq(enquiries.matter, matterOf(requestId)));
    return done(row && isOwnAppeal(row, viewer) ? row : null);
  },
});
