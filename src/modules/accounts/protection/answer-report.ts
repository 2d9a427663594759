import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { isOwner, mySelf } from "../domain/policy.ts";
import { reportText, writeLine } from "./report-threat.ts";
import { standingSeal } from "./seal-rows.ts";
import { sealOpenings, seals } from "./seal-tables.ts";

/** The owner opens the report itself, alone; the client reads that it was done. Refuses not-found. */
export const readReport = command("accounts.read-report", {
  input: z.strictObject({ personId: z.uuid() }),
  run: async (work, { personId }): Promise<Outcome<null>> => {
    const owner = work.viewer;
    const seal = isOwner(owner) ? await standingSeal(work.tx, personId, true) : null;
    if (!seal || !isOwner(owner)) return notFound();
    await work.tx
      .update(seals)
      .set({ readAt: work.now, readBy: owner.id })
      .where(and(eq(seals.id, seal.id), isNull(seals.readAt)));
    work.audit({ action: "seal.report-read", subject: personId });
    return done(null);
  },
});

/** The owner answers on the page of the report; no e-mail says so, because somebody may read it. Refuses not-found. */
export const answerReport = command("accounts.answer-report", {
  input: z.strictObject({ personId: z.uuid(), text: reportText }),
  run: async (work, { personId, text }): Promise<Outcome<null>> => {
    const owner = work.viewer;
    const seal = isOwner(owner) ? await standingSeal(work.tx, personId, true) : null;
    if (!seal || !isOwner(owner)) return notFound();
    await writeLine(work, seal.id, "shop", owner.id, text);
    work.audit({ action: "seal.report-answered", subject: personId });
    work.emit({ name: "protection.answered", subject: personId, payload: { sealId: seal.id } });
    return done(null);
  },
});

/** The person takes the own seal off: everything is as it was, and what was opened stays in the audit. Refuses not-found. */
export const liftSeal = command("accounts.lift-seal", {
  input: z.strictObject({}),
  run: async (work): Promise<Outcome<null>> => {
    const person = mySelf(work.viewer);
    const seal = person && (await standingSeal(work.tx, person.id, true));
    if (!seal) return notFound();
    await work.tx.update(seals).set({ liftedAt: work.now }).where(eq(seals.id, seal.id));
    await work.tx
      .update(sealOpenings)
      .set({ refusedAt: work.now })
      .where(and(eq(sealOpenings.sealId, seal.id), isNull(sealOpenings.confirmedAt), isNull(sealOpenings.refusedAt)));
    work.audit({ action: "seal.lifted", subject: seal.personId });
    return done(null);
  },
});
