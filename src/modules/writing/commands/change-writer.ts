import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { typedCount, typedShare } from "#src/platform/input.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, invalid, notFound, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { isCalendarDate } from "#src/shared/zone.ts";
import { academicLevels, type WriterSubject } from "../domain/application.ts";
import { canChangeHoliday, canManageWriters } from "../domain/policy.ts";
import { gradesSetting } from "../settings.ts";
import { writerNotes, writers } from "../tables.ts";

const subject = z.strictObject({ name: z.string().trim().min(1).max(100), upTo: z.enum(academicLevels) });

/** The last word on a subject counts. */
const once = (all: readonly WriterSubject[]): WriterSubject[] =>
  [...new Map(all.map((one) => [one.name.toLowerCase(), one])).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name, "en"),
  );

const input = z.strictObject({
  personId: z.uuid(),
  /** The version of the row that the person saw. */
  seenVersion: z.coerce.number().int().optional(),
  active: z.boolean().optional(),
  capacity: typedCount({ least: 0, most: 100 }).optional(),
  grade: z.coerce.number().int().min(1).max(9).optional(),
  /** Empty: what the grade pays. */
  sharePercent: typedShare.optional(),
  subjects: z.array(subject).max(60, "Use at most 60 subjects.").transform(once).optional(),
});
type Input = z.infer<typeof input>;

/**
 * An admin says how somebody works: whether new work is offered, how much at once, the grade, an own share, the subjects.
 * Offers that were made keep their share. Refusals: not-found, conflict (somebody was first, or a grade that is none),
 * step-up (grade or share with a sign-in that is not fresh).
 */
export const changeWriter = command<Input, null>("writing.change-writer", {
  input,
  run: async (work, { personId, seenVersion, ...change }) => {
    if (!canManageWriters(work.viewer)) return notFound();
    const [before] = await work.tx.select().from(writers).where(eq(writers.personId, personId)).for("update");
    if (!before) return notFound();
    if (personId === actorId(work.viewer))
      return refuse("forbidden", "These are your own terms, so another admin has to change them.");
    if (seenVersion !== undefined && seenVersion !== before.version)
      return refuse("conflict", "Somebody else changed this writer just now. Look at it again.");
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const pay = (change.grade ?? before.grade) !== before.grade || paysOther(before.sharePercent, change.sharePercent);
    const stale = pay ? mustBeFresh(work) : null;
    if (stale) return stale;
    const grades = await work.ctx.runtime.settings.get(gradesSetting);
    if (change.grade !== undefined && change.grade > grades.length)
      return refuse("conflict", "This grade does not exist any more.");
    await work.tx
      .update(writers)
      .set({ ...given, version: before.version + 1 })
      .where(eq(writers.personId, personId));
    const from = Object.fromEntries(Object.keys(given).map((key) => [key, before[key as keyof typeof before]]));
    work.audit({ action: "writer.changed", subject: personId, detail: { from, to: given } });
    return done(null);
  },
});

const paysOther = (before: number | null, wanted: number | null | undefined): boolean =>
  wanted !== undefined && wanted !== before;

const day = z.string().trim().max(10).default("");
const holidayInput = z.strictObject({ personId: z.uuid(), awayFrom: day, awayUntil: day });

const wrongDays = (from: string, until: string) => {
  const fields = [];
  if (!isCalendarDate(from)) fields.push({ path: "awayFrom", message: "Choose the first day." });
  if (!isCalendarDate(until)) fields.push({ path: "awayUntil", message: "Choose the last day." });
  if (fields.length === 0 && until < from)
    fields.push({ path: "awayUntil", message: "The last day is before the first one." });
  return fields;
};

/** A writer, or an admin for one, names the days without new work; both days empty ends it. Refuses not-found, invalid. */
export const changeHoliday = command<z.infer<typeof holidayInput>, null>("writing.change-holiday", {
  input: holidayInput,
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

const noteInput = z.strictObject({
  personId: z.uuid(),
  text: z.string().trim().min(1, "Write the note first.").max(2_000, "Use at most 2,000 characters."),
});

/** An admin writes down something about a writer, for the team alone. Refuses not-found, invalid. */
export const addWriterNote = command<z.infer<typeof noteInput>, null>("writing.add-note", {
  input: noteInput,
  run: async (work, { personId, text }) => {
    if (work.viewer.kind !== "person" || !canManageWriters(work.viewer)) return notFound();
    const [row] = await work.tx.select({ id: writers.personId }).from(writers).where(eq(writers.personId, personId));
    if (!row) return notFound();
    const note = { id: newId(), writerId: personId, authorId: work.viewer.id, text, createdAt: work.now };
    await work.tx.insert(writerNotes).values(note);
    work.audit({ action: "writer.note-added", subject: personId });
    return done(null);
  },
});
