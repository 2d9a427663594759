import { eq, ne } from "drizzle-orm";
import { redirect } from "react-router";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { orPage } from "#src/platform/respond.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { canEditPrices } from "../domain/policy.ts";
import { loadPricing } from "../queries/load-pricing.ts";
import { leadSetting, quoteSetting } from "../settings.ts";
import { priceDrafts, publications } from "../tables.ts";
import { changesBetween, clashes } from "./changes.ts";
import { checkDraft, previewTable } from "./check-draft.ts";
import { draftOf } from "./draft.ts";
import { authorNames } from "./price-history.ts";
import { scheduledIn, waitingOver } from "./waiting.ts";

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
