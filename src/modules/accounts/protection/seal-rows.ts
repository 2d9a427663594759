import { and, asc, desc, eq, gt, isNull, or } from "drizzle-orm";
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

/** Everybody whose data is sealed, and what of it is open to this admin now. One statement. */
export async function sealedFor(db: Database, adminId: string, now: Date): Promise<Sealed> {
  const isMine = or(eq(sealOpenings.askedBy, adminId), eq(sealOpenings.secondId, adminId));
  const rows = await db
    .select({ personId: seals.personId, parts: sealOpenings.parts })
    .from(seals)
    .leftJoin(sealOpenings, and(eq(sealOpenings.sealId, seals.id), gt(sealOpenings.endsAt, now), isMine))
    .where(isNull(seals.liftedAt));
  const open = new Map<string, readonly SealPart[]>();
  for (const { personId, parts } of rows) open.set(personId, [...(open.get(personId) ?? []), ...(parts ?? [])]);
  return open;
}

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
