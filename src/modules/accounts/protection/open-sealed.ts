import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { readSetting } from "#src/platform/settings.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { sealParts } from "#src/shared/viewer.ts";
import { isSecondPerson, mayOpenSealed, openableParts } from "../domain/policy.ts";
import { adminsWhoMay } from "../queries/find-people.ts";
import { openingState, standingSeal } from "./read-seal.ts";
import { sealOpenings, seals } from "./seal-tables.ts";
import { protectionSetting } from "./settings.ts";

export const openMinutes = [15, 30, 60] as const;

const ask = z.strictObject({
  personId: z.uuid(),
  parts: z.array(z.enum(sealParts)).min(1, "Choose what to open."),
  reason: z
    .string()
    .trim()
    .min(10, "Give a reason of at least 10 characters. The client reads it.")
    .max(1_000, "Use at most 1,000 characters."),
  secondId: z.uuid("Choose the second person."),
  minutes: z.literal(openMinutes, "Choose for how long."),
});

/**
 * An admin asks for sealed data, with a reason that the client reads and a second admin who confirms. Refuses not-found
 * for others and without a seal.
 */
export const askOpening = command("accounts.ask-opening", {
  input: ask,
  run: async (work, { personId, parts, reason, secondId, minutes }): Promise<Outcome<null>> => {
    const admin = work.viewer;
    const seal = mayOpenSealed(admin) ? await standingSeal(work.tx, personId, true) : null;
    if (!seal || !mayOpenSealed(admin)) return notFound();
    const others = (await adminsWhoMay(work.tx, "orders")).filter(({ id }) => id !== admin.id);
    if (!others.some(({ id }) => id === secondId))
      return invalid([{ path: "secondId", message: "Choose another admin who works with orders." }]);
    if (parts.some((part) => !openableParts(admin).includes(part)))
      return invalid([{ path: "parts", message: "Choose only the name and contact." }]);
    const { value: hours } = await readSetting(work.tx, protectionSetting);
    const id = newId();
    await work.tx.insert(sealOpenings).values({
      ...{ id, sealId: seal.id, askedBy: admin.id, secondId, parts, reason, minutes, askedAt: work.now },
      askedUntil: new Date(work.now.getTime() + hours.confirmHours * hourMs),
    });
    work.audit({ action: "seal.opening-asked", subject: personId, detail: { parts, reason, secondId, minutes } });
    work.emit({ name: "protection.opening-asked", subject: personId, payload: { to: secondId, openingId: id } });
    return done(null);
  },
});

const answer = z.strictObject({ openingId: z.uuid() });

/** The opening that this viewer was asked about, while it can be answered, with the person it is about. */
async function askedAbout(work: Work, openingId: string) {
  const [opening] = await work.tx.select().from(sealOpenings).where(eq(sealOpenings.id, openingId)).for("update");
  if (!opening || !isSecondPerson(opening, work.viewer)) return null;
  const { personId, liftedAt } = seals;
  const [seal] = await work.tx.select({ personId, liftedAt }).from(seals).where(eq(seals.id, opening.sealId));
  return seal ? { opening, ...seal } : null;
}

const ended = () => refuse("conflict", "This can no longer be confirmed. It must be asked for again.");

/**
 * The second person confirms: the parts open for both of them, and close by themselves. Refuses not-found, step-up without
 * a fresh proof, conflict when it was answered, ran out or the seal is off.
 */
export const confirmOpening = command("accounts.confirm-opening", {
  input: answer,
  run: async (work, { openingId }): Promise<Outcome<null>> => {
    const found = await askedAbout(work, openingId);
    if (!found) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const { opening, personId, liftedAt } = found;
    if (liftedAt || openingState(opening, work.now) !== "asked") return ended();
    const endsAt = new Date(work.now.getTime() + opening.minutes * minuteMs);
    await work.tx.update(sealOpenings).set({ confirmedAt: work.now, endsAt }).where(eq(sealOpenings.id, openingId));
    const { parts, reason, askedBy } = opening;
    work.audit({ action: "seal.opened", subject: personId, detail: { parts, reason, askedBy, until: endsAt } });
    return done(null);
  },
});

/** The second person says no. Refuses not-found, and conflict when it was answered or ran out. */
export const refuseOpening = command("accounts.refuse-opening", {
  input: answer,
  run: async (work, { openingId }): Promise<Outcome<null>> => {
    const found = await askedAbout(work, openingId);
    if (!found) return notFound();
    if (openingState(found.opening, work.now) !== "asked") return ended();
    await work.tx.update(sealOpenings).set({ refusedAt: work.now }).where(eq(sealOpenings.id, openingId));
    work.audit({ action: "seal.opening-refused", subject: found.personId, detail: { askedBy: found.opening.askedBy } });
    return done(null);
  },
});
