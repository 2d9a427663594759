import { eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { PricingTable } from "../domain/tables.ts";
import type { LoadedPricing } from "../queries/load-pricing.ts";
import { type Publication, publications } from "../tables.ts";
import { clashes, mergeDraft } from "./changes.ts";
import { checkDraft } from "./check-draft.ts";
import { draftOf } from "./draft.ts";

/** The prices that wait for their time; `lock` until the transaction ends. */
export async function scheduledIn(db: Database, lock = false): Promise<Publication | undefined> {
  const rows = db.select().from(publications).where(eq(publications.state, "scheduled"));
  return (await (lock ? rows.for("update") : rows))[0];
}

/** The table that the author of waiting prices saw. */
export async function baseOf(db: Database, waiting: Publication, current: LoadedPricing): Promise<PricingTable> {
  if (waiting.baseVersion === current.version) return current.table;
  const [before] = await db.select().from(publications).where(eq(publications.version, waiting.baseVersion));
  return before?.table ?? current.table;
}

/**
 * Waiting prices over those of now, three-way as drafts are. `both`: values that both changed, as "Part, label"; then,
 * and where the two do not fit together, there is no table.
 */
export async function waitingOver(
  db: Database,
  waiting: Publication,
  current: LoadedPricing,
): Promise<{ table: PricingTable | null; both: readonly string[] }> {
  if (waiting.baseVersion === current.version) return { table: waiting.table, both: [] };
  const base = await baseOf(db, waiting, current);
  const [before, mine, theirs] = [draftOf(base), draftOf(waiting.table, base), draftOf(current.table, base)];
  const both = clashes(before, mine, theirs).map(({ where, label }) => `${where}, ${label}`);
  if (both.length > 0) return { table: null, both };
  return { table: checkDraft(mergeDraft(before, mine, theirs), current.table).table ?? null, both };
}
