import { and, count, eq, gte, isNull } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { readSetting } from "#src/platform/settings.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { canBeSealed, isOwner, mySelf } from "../domain/policy.ts";
import { threatMail } from "../mails/protection.ts";
import { ownOrderPort } from "../ports.ts";
import { findPeople, ownersOf } from "../queries/find-people.ts";
import { channels } from "./channels.ts";
import { type SealRow, standingSeal } from "./read-seal.ts";
import { sealLines, sealOpenings, seals } from "./seal-tables.ts";
import { protectionSetting } from "./settings.ts";

type About = Pick<SealRow, "id" | "personId">;

/**
 * Every owner gets a notice and an e-mail; neither says who it is about. `late`: a report that nobody answered in time.
 * What is added within an hour sends one e-mail at most, and the notice says how many messages there are.
 */
async function alertOwners(work: Work, { id, personId }: About, late = false): Promise<void> {
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
const watchReport = (work: Work, { personId, answerBy }: SealRow): Promise<void> =>
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

const text = z.string().trim().max(10_000, "Use at most 10,000 characters.");

const writeLine = (work: Work, sealId: string, side: "client" | "shop", byId: string, message: string) =>
  work.tx.insert(sealLines).values({ id: newId(), sealId, side, byId, text: message, at: work.now });

const report = z.strictObject({
  orderId: z.uuid().nullable(),
  channels: z.array(z.enum(channels)).max(channels.length),
  text,
});

const isOwnOrder = (work: Work, clientId: string, orderId: string): Promise<boolean> =>
  work.ctx.runtime.port(ownOrderPort)(work.tx, { orderId, clientId });

/**
 * Somebody is threatened: from the end of this transaction that person's data is sealed, and the owners know. Sent twice,
 * the second one is added to the first. An order that is not the client's own is left out: a report never fails for it.
 * Refuses signed-out, forbidden but for clients.
 */
export const reportThreat = command("accounts.report-threat", {
  input: report,
  run: async (work, { orderId, channels: how, text: message }): Promise<Outcome<null>> => {
    const person = mySelf(work.viewer);
    if (!person) return refuse("signed-out", "Sign in to do this.");
    if (!canBeSealed(person)) return refuse("forbidden", "Only the data of a client can be sealed. Write to Support.");
    const { value: hours } = await readSetting(work.tx, protectionSetting);
    const own = orderId !== null && (await isOwnOrder(work, person.id, orderId)) ? orderId : null;
    const [made] = await work.tx
      .insert(seals)
      .values({
        ...{ id: newId(), personId: person.id, orderId: own, channels: how, sealedAt: work.now },
        answerBy: new Date(work.now.getTime() + hours.answerHours * hourMs),
      })
      .onConflictDoNothing()
      .returning();
    const seal = made ?? (await standingSeal(work.tx, person.id, true));
    if (!seal) return refuse("conflict", "The seal has changed in the meantime. Load the page again.");
    if (message !== "") await writeLine(work, seal.id, "client", person.id, message);
    if (!made) return done(null);
    work.audit({ action: "seal.set", subject: person.id });
    await watchReport(work, seal);
    await alertOwners(work, seal);
    return done(null);
  },
});

const reportText = text.min(1, "Write something first.");

/**
 * The person adds a text, pictures or both to the own report; `pictures`: some are attached to it in the step before, and
 * the text may be empty. Refuses not-found without a report, invalid (`text`) when nothing is added.
 */
export const addToReport = command("accounts.add-to-report", {
  input: z
    .strictObject({ text, pictures: z.boolean().default(false) })
    .refine((added) => added.pictures || added.text !== "", { path: ["text"], error: "Write something first." }),
  run: async (work, { text: more }): Promise<Outcome<null>> => {
    const person = mySelf(work.viewer);
    const seal = person && (await standingSeal(work.tx, person.id, true));
    if (!person || !seal) return notFound();
    if (more !== "") await writeLine(work, seal.id, "client", person.id, more);
    await alertOwners(work, seal);
    return done(null);
  },
});

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
