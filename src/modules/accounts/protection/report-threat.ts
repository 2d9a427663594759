import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { canBeSealed, mySelf } from "../domain/policy.ts";
import { alertOwners, watchReport } from "./alert-owners.ts";
import { channels } from "./channels.ts";
import { standingSeal } from "./seal-rows.ts";
import { sealLines, seals } from "./seal-tables.ts";
import { protectionSetting } from "./settings.ts";

const text = z.string().trim().max(10_000, "Use at most 10,000 characters.");

const writeLine = (work: Work, sealId: string, side: "client" | "shop", byId: string, said: string) =>
  work.tx.insert(sealLines).values({ id: newId(), sealId, side, byId, text: said, at: work.now });

const report = z.strictObject({
  orderId: z.uuid().nullable(),
  channels: z.array(z.enum(channels)).max(channels.length),
  text,
});

/**
 * Somebody is threatened: from the end of this transaction that person's data is sealed, and the owners know. Sent twice,
 * the second one is added to the first. Whose order it is, is the caller's rule. Refuses signed-out, forbidden but for
 * clients.
 */
export const reportThreat = command("accounts.report-threat", {
  input: report,
  run: async (work, { orderId, channels: how, text: said }): Promise<Outcome<null>> => {
    const person = mySelf(work.viewer);
    if (!person) return refuse("signed-out", "Sign in to do this.");
    if (!canBeSealed(person)) return refuse("forbidden", "Only the data of a client can be sealed. Write to Support.");
    const { value: hours } = await readSetting(work.tx, protectionSetting);
    const [made] = await work.tx
      .insert(seals)
      .values({
        ...{ id: newId(), personId: person.id, orderId, channels: how, sealedAt: work.now },
        answerBy: new Date(work.now.getTime() + hours.answerHours * hourMs),
      })
      .onConflictDoNothing()
      .returning();
    const seal = made ?? (await standingSeal(work.tx, person.id, true));
    if (!seal) return refuse("conflict", "The seal has changed in the meantime. Load the page again.");
    if (said !== "") await writeLine(work, seal.id, "client", person.id, said);
    if (!made) return done(null);
    work.audit({ action: "seal.set", subject: person.id });
    await watchReport(work, seal);
    await alertOwners(work, seal);
    return done(null);
  },
});

export const reportText = text.min(1, "Write something first.");

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

export { writeLine };
