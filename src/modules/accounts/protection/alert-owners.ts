import { and, count, eq, gte } from "drizzle-orm";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { hourMs } from "#src/shared/units.ts";
import { threatMail } from "../mails/protection.ts";
import { findPeople, ownersOf } from "../queries/find-people.ts";
import { type SealRow, standingSeal } from "./seal-rows.ts";
import { sealLines } from "./seal-tables.ts";

type About = Pick<SealRow, "id" | "personId">;

/**
 * Every owner gets a notice and an e-mail; neither says who it is about. `late`: a report that nobody answered in time.
 * What is added within an hour sends one e-mail at most, and the notice says how many messages there are.
 */
export async function alertOwners(work: Work, { id, personId }: About, late = false): Promise<void> {
  const owners = await ownersOf(work.tx);
  const known = await findPeople(
    work.tx,
    owners.map((owner) => owner.id),
  );
  const hour = Math.floor(work.now.getTime() / hourMs);
  const once = late ? `${id}:late` : `${id}:${hour}`;
  for (const owner of known.values())
    await queueMail(
      work.tx,
      { ...threatMail(owner.email, personId, late), onceKey: `threat:${once}:${owner.id}` },
      work.now,
    );
  const since = and(eq(sealLines.sealId, id), eq(sealLines.side, "client"), gte(sealLines.at, new Date(hour * hourMs)));
  const [written] = await work.tx.select({ lines: count() }).from(sealLines).where(since);
  work.emit({
    name: "protection.reported",
    subject: personId,
    payload: { once, owners: owners.map((owner) => owner.id), late, lines: written?.lines ?? 0 },
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
    await alertOwners(work, seal, true);
    work.audit({ action: "seal.unanswered", subject: personId });
  },
};
