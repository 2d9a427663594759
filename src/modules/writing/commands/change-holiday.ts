import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, invalid, notFound } from "#src/shared/outcome.ts";
import { isCalendarDate } from "#src/shared/zone.ts";
import { canChangeHoliday } from "../domain/policy.ts";
import { writers } from "../tables.ts";

const day = z.string().trim().max(10).default("");
const input = z.strictObject({ personId: z.uuid(), awayFrom: day, awayUntil: day });

const wrongDays = (from: string, until: string) => {
  const fields = [];
  if (!isCalendarDate(from)) fields.push({ path: "awayFrom", message: "Choose the first day." });
  if (!isCalendarDate(until)) fields.push({ path: "awayUntil", message: "Choose the last day." });
  if (fields.length === 0 && until < from)
    fields.push({ path: "awayUntil", message: "The last day is before the first one." });
  return fields;
};

/** A writer, or an admin for one, names the days without new work; both days empty ends it. Refuses not-found, invalid. */
export const changeHoliday = command<z.infer<typeof input>, null>("writing.change-holiday", {
  input,
  run: async (work, { personId, awayFrom, awayUntil }) => {
    if (!canChangeHoliday({ personId }, work.viewer)) return notFound();
    const [before] = await work.tx.select().from(writers).where(eq(writers.personId, personId)).for("update");
    if (!before) return notFound();
    const none = awayFrom === "" && awayUntil === "";
    const fields = none ? [] : wrongDays(awayFrom, awayUntil);
    if (fields.length > 0) return invalid(fields);
    const to = none ? { awayFrom: null, awayUntil: null } : { awayFrom, awayUntil };
    await work.tx
      .update(writers)
      .set({ ...to, version: before.version + 1 })
      .where(eq(writers.personId, personId));
    work.audit({ action: "writer.holiday", subject: personId, detail: to });
    return done(null);
  },
});
