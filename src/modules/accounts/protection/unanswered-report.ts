import { and, eq } from "drizzle-orm";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { alertOwners } from "./alert-owners.ts";
import { type SealRow, standingSeal } from "./seal-rows.ts";
import { sealLines } from "./seal-tables.ts";

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
