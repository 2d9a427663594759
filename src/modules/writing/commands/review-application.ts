import { eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import type { ApplicationState } from "../domain/application.ts";
import { canManageWriters } from "../domain/policy.ts";
import { applicationAskedMail, applicationDeclinedMail } from "../mails/applications.ts";
import { applications } from "../tables.ts";
import type { ApplicationRow } from "./save-application.ts";

export type Seen = { applicationId: string; seenVersion: number };
export const seenInput = { applicationId: z.uuid(), seenVersion: z.coerce.number("Look at it again.").int() };

export type Applicant = NonNullable<Awaited<ReturnType<typeof findPeople>> extends Map<string, infer P> ? P : never>;

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
export async function lockForReview(
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

export const settle = (work: Work, row: ApplicationRow, to: Partial<ApplicationRow>) =>
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
