import { and, asc, desc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Sealed, SealPart } from "#src/shared/viewer.ts";
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

export const linesOf = (db: Database, sealId: string) =>
  db.select().from(sealLines).where(eq(sealLines.sealId, sealId)).orderBy(asc(sealLines.at), asc(sealLines.id));

/** The openings of a seal, the newest first. */
export const openingsOf = (db: Database, sealId: string) =>
  db
    .select()
    .from(sealOpenings)
    .where(eq(sealOpenings.sealId, sealId))
    .orderBy(desc(sealOpenings.askedAt), desc(sealOpenings.id));

export type OpeningState = "asked" | "late" | "refused" | "open" | "over";

export function openingState(row: OpeningRow, now: Date): OpeningState {
  if (row.refusedAt) return "refused";
  if (row.endsAt) return row.endsAt > now ? "open" : "over";
  return row.askedUntil > now ? "asked" : "late";
}
