import { and, eq } from "drizzle-orm";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { threatMail } from "../mails/protection.ts";
import { findPeople, ownersOf } from "../queries/find-people.ts";
import { type SealRow, standingSeal } from "./seal-rows.ts";
import { sealLines } from "./seal-tables.ts";

/** Every owner gets a notice and an e-mail; neither says who it is about. `late`: a report that nobody answered in time. */
export async function alertOwners(work: Work, personId: string, sealId: string, late = false): Promise<void> {
  const owners = await ownersOf(work.tx);
  const known = await findPeople(
    work.tx,
    owners.map(({ id }) => id),
  );
  for (const { email } of known.values()) await queueMail(work.tx, threatMail(email, personId, late), work.now);
  work.emit({
    name: "protection.reported",
    subject: personId,
    payload: { sealId, owners: owners.map(({ id }) => id), late },
  });
}

const kind = "accounts.report-unanswered";

/** Watches that a report is answered in the hours that the client was promised. */
export const watchReport = (work: Work, { personId, answerBy }: SealRow): Promise<void> =>
  setTimer(work, { kind, subject: personId, due: answerBy });

/** The hours are over: without an answer the owners get another alarm. An answer and the end of the seal lock the seal, too. */
export const unansweredReportTimer: TimerKind = {
  kind,
  lock: (work, personId) => standingSeal(work.tx, personId, true),
  run: async (work, personId) => {
    const seal = await standingSeal(work.tx, personId);
    if (!seal) return;
    const [answer] = await work.tx
      .select({ id: sealLines.id })
      .from(sealLines)
      .where(and(eq(sealLines.sealId, seal.id), eq(sealLines.side, "shop")))
      .limit(1);
    if (answer) return;
    await alertOwners(work, personId, seal.id, true);
    work.audit({ action: "seal.unanswered", subject: personId });
  },
};
