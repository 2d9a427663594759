import { desc, eq, lt, ne } from "drizzle-orm";
import { redirect } from "react-router";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { orPage } from "#src/platform/respond.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { isReadInstant } from "#src/shared/zone.ts";
import { canEditPrices } from "../domain/policy.ts";
import type { PricingTable } from "../domain/tables.ts";
import { type LoadedPricing, loadPricing } from "../queries/load-pricing.ts";
import { leadSetting, quoteSetting } from "../settings.ts";
import { type Publication, priceDrafts, publications } from "../tables.ts";
import { changesBetween, clashes, mergeDraft } from "./changes.ts";
import { checkDraft, previewTable } from "./check-draft.ts";
import { draftOf } from "./draft.ts";

const none = z.strictObject({});

export type PriceEditor = Answer<typeof priceEditor>;

/** The editor of the price list as this admin sees it. Needs `prices`; unavailable while the list cannot be read. */
export const priceEditor = query("pricing.editor", {
  input: none,
  run: async ({ db, ctx, viewer, now }) => {
    if (viewer.kind !== "person" || !canEditPrices(viewer)) return notFound();
    const current = await loadPricing(db, now);
    if (!current.ok) return current;
    const { table, version } = current.value;
    const [mine] = await db.select().from(priceDrafts).where(eq(priceDrafts.personId, viewer.id));
    const others = await db.select().from(priceDrafts).where(ne(priceDrafts.personId, viewer.id)).limit(10);
    const waiting = await scheduledIn(db);
    const over = waiting ? await waitingOver(db, waiting, current.value) : null;
    const [last] = await db.select().from(publications).where(eq(publications.version, version));
    const names = await authorNames(db, [
      ...others.map(({ personId }) => personId),
      ...[waiting, last].flatMap((row) => (row ? [row.author] : [])),
    ]);
    const baseTable = mine?.base ?? table;
    const base = draftOf(baseTable);
    const draft = mine?.draft ?? base;
    const theirs = draftOf(table, baseTable);
    return done({
      table,
      version,
      /** The own draft, or the published table as one. */
      draft,
      base,
      revision: mine?.revision ?? 0,
      changes: changesBetween(base, draft),
      errors: checkDraft(draft, baseTable).errors,
      preview: previewTable(draft, baseTable),
      /** What somebody published since this draft began. */
      newer:
        mine && mine.baseVersion !== version
          ? {
              author: names(last?.author ?? ""),
              at: last?.at ?? now,
              reason: last?.reason ?? "",
              clashes: clashes(base, draft, theirs),
              count: changesBetween(base, theirs).length,
            }
          : null,
      /** Drafts of others. */
      others: others.map((row) => ({
        name: names(row.personId),
        count: changesBetween(draftOf(row.base), row.draft).length,
        at: row.updatedAt,
      })),
      waiting: waiting
        ? {
            id: waiting.id,
            at: waiting.at,
            author: names(waiting.author),
            reason: waiting.reason,
            /** What holds them back: values that were also changed in the list of now. Null: they come. */
            held: over?.table ? null : (over?.both ?? []),
          }
        : null,
      leadHours: await ctx.runtime.settings.get(leadSetting),
      quoteMinutes: (await ctx.runtime.settings.get(quoteSetting)).validMinutes,
    });
  },
});

/** The editor's data; while the price list cannot be read the page leads to where it is replaced. */
export function orRepair(found: Outcome<PriceEditor>, request: Request): PriceEditor {
  if (!found.ok && found.code === "unavailable") throw redirect("/admin/pricing");
  return orPage(found, request);
}

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
