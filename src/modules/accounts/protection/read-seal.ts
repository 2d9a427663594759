import { eq, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Ask, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { sealedName, type Viewer } from "#src/shared/viewer.ts";
import { isOwner, isSecondPerson, mayOpenSealed, maySeeSeals, mySelf, openableParts } from "../domain/policy.ts";
import { adminsWhoMay, findPeople } from "../queries/find-people.ts";
import { linesOf, openingState, openingsOf, type SealRow, standingSeal } from "./seal-rows.ts";
import { seals } from "./seal-tables.ts";

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
