import { desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isReadInstant } from "#src/shared/zone.ts";
import { canEditPrices } from "../domain/policy.ts";
import { loadPricing } from "../queries/load-pricing.ts";
import { publications } from "../tables.ts";
import { changesBetween } from "./changes.ts";
import { draftOf } from "./draft.ts";

const pageSize = 25;
const input = z.strictObject({
  /** Two versions to compare, as typed in an address. */
  a: z.string().max(12).default(""),
  b: z.string().max(12).default(""),
  before: z.coerce.date("Write an instant.").refine(isReadInstant, "Write an instant.").optional(),
});

export type HistoryLine = Answer<typeof priceHistory>["rows"][number];

/** What was published, newest first, and the differences of two versions. Needs `prices`. */
export const priceHistory = query("pricing.history", {
  input,
  run: async ({ db, viewer, now }, { a, b, before }) => {
    if (!canEditPrices(viewer)) return notFound();
    const loaded = await loadPricing(db, now);
    const current = loaded.ok ? loaded.value : null;
    const found = await db
      .select()
      .from(publications)
      .where(before ? lt(publications.createdAt, before) : undefined)
      .orderBy(desc(publications.createdAt), desc(publications.id))
      .limit(pageSize + 1);
    const rows = found.slice(0, pageSize);
    const names = await authorNames(
      db,
      rows.map(({ author }) => author),
    );
    const tableAt = async (text: string) => {
      const version = /^\d{1,9}$/.test(text) ? Number(text) : 0;
      if (version === current?.version) return { version, table: current.table };
      const [row] = await db.select().from(publications).where(eq(publications.version, version));
      return row ? { version, table: row.table } : null;
    };
    const [one, two] = [await tableAt(a), await tableAt(b)];
    return done({
      /** The version in force; null while the price list cannot be read. */
      version: current?.version ?? null,
      rows: rows.map(({ id, state, version, at, author, reason, backTo }) => ({
        id,
        state,
        version,
        at,
        author: names(author),
        reason,
        backTo,
      })),
      older: found.length > pageSize ? (rows.at(-1)?.createdAt.toISOString() ?? null) : null,
      compared:
        one && two && one.version !== two.version
          ? {
              a: one.version,
              b: two.version,
              changes: changesBetween(draftOf(one.table), draftOf(two.table, one.table)),
            }
          : null,
    });
  },
});

/** The names of those who wrote prices, for an admin who may see them. */
export async function authorNames(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const people = await findPeople(db, ids);
  return (id) => people.get(id)?.name ?? (id.startsWith("system:") ? "The product" : "A former admin");
}
