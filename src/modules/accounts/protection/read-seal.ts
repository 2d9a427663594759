import { and, asc, desc, eq, gt, inArray, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Ask, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type Sealed, type SealPart, sealedName, type Viewer } from "#src/shared/viewer.ts";
import { isOwner, isSecondPerson, mayOpenSealed, maySeeSeals, mySelf, openableParts } from "../domain/policy.ts";
import { adminsWhoMay, findPeople } from "../queries/find-people.ts";
import { sealLines, sealOpenings, seals } from "./seal-tables.ts";

export type SealRow = typeof seals.$inferSelect;
type OpeningRow = typeof sealOpenings.$inferSelect;

/** The seal that stands, or null. `lock` keeps it as it is until the transaction ends. */
export async function standingSeal(db: Database, personId: string, lock = false): Promise<SealRow | null> {
  const rows = db
    .select()
    .from(seals)
    .where(and(eq(seals.personId, personId), isNull(seals.liftedAt)));
  const [row] = await (lock ? rows.for("update") : rows);
  return row ?? null;
}

/** Whether data of this person is sealed, whoever asks. */
export const hasStandingSeal = async (db: Database, personId: string): Promise<boolean> =>
  (await standingSeal(db, personId)) !== null;

/** Everybody whose data is sealed, and what of it is open now to each of these admins, by their ids. One statement. */
export async function sealedForEach(db: Database, adminIds: readonly string[], now: Date) {
  const { askedBy, secondId, parts } = sealOpenings;
  const isTheirs = or(inArray(askedBy, [...adminIds]), inArray(secondId, [...adminIds]));
  const rows = await db
    .select({ personId: seals.personId, parts, askedBy, secondId })
    .from(seals)
    .leftJoin(sealOpenings, and(eq(sealOpenings.sealId, seals.id), gt(sealOpenings.endsAt, now), isTheirs))
    .where(isNull(seals.liftedAt));
  const sealedOf = (adminId: string): Sealed => {
    const open = new Map<string, readonly SealPart[]>();
    for (const row of rows) {
      const mine = row.askedBy === adminId || row.secondId === adminId;
      open.set(row.personId, [...(open.get(row.personId) ?? []), ...((mine && row.parts) || [])]);
    }
    return open;
  };
  return new Map(adminIds.map((id) => [id, sealedOf(id)]));
}

export const sealedFor = async (db: Database, adminId: string, now: Date): Promise<Sealed> =>
  (await sealedForEach(db, [adminId], now)).get(adminId) ?? new Map();

const linesOf = (db: Database, sealId: string) =>
  db.select().from(sealLines).where(eq(sealLines.sealId, sealId)).orderBy(asc(sealLines.at), asc(sealLines.id));

/** The openings of a seal, the newest first. */
const openingsOf = (db: Database, sealId: string) =>
  db
    .select()
    .from(sealOpenings)
    .where(eq(sealOpenings.sealId, sealId))
    .orderBy(desc(sealOpenings.askedAt), desc(sealOpenings.id));

type OpeningState = "asked" | "late" | "refused" | "open" | "over";

export function openingState(row: OpeningRow, now: Date): OpeningState {
  if (row.refusedAt) return "refused";
  if (row.endsAt) return row.endsAt > now ? "open" : "over";
  return row.askedUntil > now ? "asked" : "late";
}

/** Who opened what, when and why, with both names. */
async function openingsShown({ db, viewer, now }: Ask, { id }: SealRow) {
  const rows = await openingsOf(db, id);
  const known = await findPeople(
    db,
    rows.flatMap(({ askedBy, secondId }) => [askedBy, secondId]),
  );
  const nameOf = (personId: string) => known.get(personId)?.name ?? "An admin";
  return rows.map((row) => ({
    ...{ id: row.id, parts: row.parts, reason: row.reason, minutes: row.minutes, askedAt: row.askedAt },
    ...{ askedUntil: row.askedUntil, openedAt: row.confirmedAt, endsAt: row.endsAt, state: openingState(row, now) },
    by: nameOf(row.askedBy),
    second: nameOf(row.secondId),
    /** Whether the viewer is the one who confirms it. */
    mine: isSecondPerson(row, viewer),
  }));
}

const readerOf = async ({ db }: Ask, { readBy }: SealRow): Promise<string | null> =>
  readBy && ((await findPeople(db, [readBy])).get(readBy)?.name ?? "The owner");

/** The own seal with everything that happened to it; null while there is none. Refuses not-found for guests. */
export const mySeal = query("accounts.my-seal", {
  input: z.strictObject({}),
  run: async (ask) => {
    const person = mySelf(ask.viewer);
    if (!person) return notFound();
    const seal = await standingSeal(ask.db, person.id);
    if (!seal) return done(null);
    const { id, orderId, sealedAt, answerBy, readAt } = seal;
    const [lines, openings, reader] = await Promise.all([
      linesOf(ask.db, id),
      openingsShown(ask, seal),
      readerOf(ask, seal),
    ]);
    return done({ id, orderId, sealedAt, answerBy, readAt, reader, lines, openings });
  },
});

/** The id of the viewer's own report, while the seal stands. */
export async function ownReportId(db: Database, viewer: Viewer): Promise<string | null> {
  const person = mySelf(viewer);
  return (person && (await standingSeal(db, person.id)))?.id ?? null;
}

/** Whether this viewer reads a report of a threat: its person, and an owner who opened it while the seal stands. One statement. */
export async function readsReport(db: Database, viewer: Viewer, reportId: string): Promise<boolean> {
  if (!isId(reportId)) return false;
  const [seal] = await db.select().from(seals).where(eq(seals.id, reportId));
  if (!seal) return false;
  return mySelf(viewer)?.id === seal.personId || (isOwner(viewer) && seal.readAt !== null && seal.liftedAt === null);
}

/** In a statement of another module: whether the report with this id is deleted. */
export const isReportDeleted = (id: SQLWrapper) =>
  sql`not exists (select 1 from ${seals} where ${seals.id}::text = ${id})`;

/**
 * What admins know of somebody whose data is sealed: since when, what was opened, and whom they can ask. The report itself
 * is for owners, after they said that they read it. Refuses not-found.
 */
export const sealForAdmin = query("accounts.seal-for-admin", {
  input: z.strictObject({ personId: askedId }),
  run: async (ask, { personId }) => {
    const { db, viewer } = ask;
    const seal = maySeeSeals(viewer) && isId(personId) ? await standingSeal(db, personId) : null;
    if (!seal || !maySeeSeals(viewer)) return notFound();
    const reads = isOwner(viewer) && seal.readAt !== null;
    const [lines, openings, reader, admins] = await Promise.all([
      reads ? linesOf(db, seal.id) : [],
      openingsShown(ask, seal),
      readerOf(ask, seal),
      mayOpenSealed(viewer) ? adminsWhoMay(db, "orders") : [],
    ]);
    const { sealedAt, answerBy, readAt, channels, orderId } = seal;
    return done({
      ...{ personId, name: sealedName(personId), sealedAt, answerBy, readAt, reader, openings },
      report: reads ? { id: seal.id, channels, orderId, lines } : null,
      owns: isOwner(viewer),
      openable: openableParts(viewer),
      seconds: admins.filter(({ id }) => id !== viewer.id),
    });
  },
});
