import { eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople, setRole } from "#src/modules/accounts/index.server.ts";
import { lockPlacing, openOrderNumbersOf } from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import { command } from "#src/platform/command.ts";
import { typedCount, typedShare } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { readSetting } from "#src/platform/settings.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { isZone } from "#src/shared/zone.ts";
import { type ApplicationState, readApplication } from "../domain/application.ts";
import { gradeOf, shareFor } from "../domain/pay.ts";
import { canManageWriters } from "../domain/policy.ts";
import { applicationAcceptedMail, applicationAskedMail, applicationDeclinedMail } from "../mails/applications.ts";
import { gradesSetting } from "../settings.ts";
import { applications, writers } from "../tables.ts";
import { makeWriter } from "./make-writer.ts";
import type { ApplicationRow } from "./own-application.ts";

type Seen = { applicationId: string; seenVersion: number };
const seenInput = { applicationId: z.uuid(), seenVersion: z.coerce.number("Look at it again.").int() };

type Applicant = NonNullable<Awaited<ReturnType<typeof findPeople>> extends Map<string, infer P> ? P : never>;

const stateNow: Readonly<Record<ApplicationState, string>> = {
  draft: "was withdrawn and started again",
  sent: "was sent again",
  asked: "waits for the applicant",
  accepted: "is accepted",
  declined: "is declined",
};

/**
 * The application that an admin decides on, locked, in the state that the admin saw. Refusals: not-found (without the
 * capability `people`, too), conflict (somebody was first; says what it is now).
 */
async function lockForReview(
  work: Work,
  { applicationId, seenVersion }: Seen,
  states: readonly ApplicationState[],
): Promise<Outcome<{ row: ApplicationRow; person: Applicant }>> {
  if (!canManageWriters(work.viewer)) return notFound();
  const [row] = await work.tx.select().from(applications).where(eq(applications.id, applicationId)).for("update");
  const person = row && (await findPeople(work.tx, [row.personId])).get(row.personId);
  if (!row || !person || row.state === "draft") return notFound();
  if (row.version !== seenVersion || !states.includes(row.state))
    return refuse(
      "conflict",
      `Another admin was faster: this application ${stateNow[row.state]}. Nothing was changed.`,
    );
  return done({ row, person });
}

const settle = (work: Work, row: ApplicationRow, to: Partial<ApplicationRow>) =>
  work.tx
    .update(applications)
    .set({ ...to, version: row.version + 1, updatedAt: work.now })
    .where(eq(applications.id, row.id));

const words = (what: string) =>
  z.string().trim().min(10, `Write ${what} in a sentence or two.`).max(2000, "Write at most 2,000 characters.");

const ask = z.strictObject({ ...seenInput, question: words("what is missing") });

/** Something is missing: the applicant reads the question, changes the application and sends it again. */
export const askBack = command<z.infer<typeof ask>, null>("writing.ask-back", {
  input: ask,
  run: async (work, { question, ...seen }) => {
    const found = await lockForReview(work, seen, ["sent"]);
    if (!found.ok) return found;
    const { row, person } = found.value;
    await settle(work, row, { state: "asked", question, askedAt: work.now });
    work.audit({ action: "hiring.asked", subject: row.personId, detail: { question } });
    await queueMail(work.tx, applicationAskedMail(person.email, question), work.now);
    return done(null);
  },
});

const decline = z.strictObject({ ...seenInput, reason: words("the reason") });

/** No, with a reason that the applicant reads. */
export const declineApplication = command<z.infer<typeof decline>, null>("writing.decline-application", {
  input: decline,
  run: async (work, { reason, ...seen }) => {
    const found = await lockForReview(work, seen, ["sent", "asked"]);
    if (!found.ok) return found;
    const { row, person } = found.value;
    await settle(work, row, { state: "declined", reason, decidedAt: work.now, decidedBy: actorId(work.viewer) });
    work.audit({ action: "hiring.declined", subject: row.personId, detail: { reason } });
    await queueMail(work.tx, applicationDeclinedMail(person.email, reason), work.now);
    return done(null);
  },
});

const input = z.strictObject({
  ...seenInput,
  grade: z.coerce.number("Choose a grade.").int("Choose a grade.").min(1, "Choose a grade.").max(9, "Choose a grade."),
  capacity: typedCount({ least: 1, most: 100 }),
  /** Empty: what the grade pays. */
  sharePercent: typedShare.default(null),
});

/** "Order 7KQ2M4X is still open." */
const openOrdersMessage = (numbers: readonly string[]): string =>
  numbers.length === 1
    ? `This person’s own order ${numbers[0]} is still open. You can accept when it is finished or cancelled.`
    : `This person’s own orders ${numbers.slice(0, 5).join(", ")} are still open. You can accept when they are finished or cancelled.`;

/** A client with an open account. */
function whyNot({ role, blocked }: Applicant): Outcome<never> | null {
  if (role === 3) return refuse("conflict", "This account is an admin now. Admins do not write.");
  if (role === 2) return refuse("conflict", "This account is a writer already.");
  return blocked ? refuse("conflict", "This account is blocked. Unblock it first, on its page.") : null;
}

/** Looked at after the role, under the lock of placing: of an order and an acceptance at once, one stands. */
async function ownOrdersOpen(work: Work, personId: string): Promise<Outcome<never> | null> {
  await lockPlacing(work, personId);
  const open = await openOrderNumbersOf(work.tx, personId);
  return open.length > 0 ? refuse("conflict", openOrdersMessage(open)) : null;
}

/**
 * Turns an applicant into a writer with the subjects of the application; the person is signed out and reads the terms in
 * a mail; the zone named there becomes the profile's. Refusals: those of `lockForReview`, step-up, conflict (open orders of the own, no client any more, blocked, a
 * grade that is none).
 */
export const acceptApplication = command<z.infer<typeof input>, { personId: string }>("writing.accept-application", {
  input,
  run: async (work, { grade, capacity, sharePercent, ...seen }) => {
    const found = await lockForReview(work, seen, ["sent"]);
    if (!found.ok) return found;
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const { row, person } = found.value;
    const refused = whyNot(person);
    if (refused) return refused;
    const { value: grades } = await readSetting(work.tx, gradesSetting);
    if (grade > grades.length) return refuse("conflict", "This grade does not exist any more.");
    const { subjects, timeZone } = readApplication(row.fields);
    const zone = isZone(timeZone) ? { timeZone } : {};
    const changed = await setRole(work, { personId: person.id, role: 2, reason: "Application accepted", ...zone });
    if (!changed.ok) return changed;
    const busy = await ownOrdersOpen(work, person.id);
    if (busy) return busy;
    const terms = { grade, capacity, sharePercent, subjects: [...subjects] };
    const writer = await makeWriter(work, person.id, terms);
    // Who wrote here before keeps the pseudonym and gets the new terms.
    const accepted = { ...terms, active: true, version: writer.version + 1 };
    await work.tx.update(writers).set(accepted).where(eq(writers.personId, person.id));
    await settle(work, row, { state: "accepted", decidedAt: work.now, decidedBy: actorId(work.viewer) });
    work.audit({ action: "hiring.accepted", subject: person.id, detail: { grade, capacity, sharePercent } });
    work.emit({ name: "account.role-changed", subject: person.id, payload: { from: person.role, to: 2 } });
    const { value: usual } = await readSetting(work.tx, shareSetting);
    const { name } = gradeOf(grades, grade);
    const share = shareFor({ grade, sharePercent }, grades, usual);
    const mail = { to: person.email, pseudonym: writer.pseudonym, grade: name, share, capacity };
    await queueMail(work.tx, applicationAcceptedMail(mail), work.now);
    return done({ personId: person.id });
  },
});
