import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { settings } from "#src/platform/tables.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { actorId } from "#src/shared/viewer.ts";
import { defaultPricingTable } from "../domain/default-table.ts";
import { canEditPrices } from "../domain/policy.ts";
import type { PricingTable } from "../domain/tables.ts";
import { loadPricing } from "../queries/load-pricing.ts";
import { pricingSetting } from "../settings.ts";
import { publications } from "../tables.ts";
import { authorNames } from "./price-editor.ts";
import { reason, saver } from "./publish.ts";

export type PriceRepair = Answer<typeof priceRepair>;

/** The versions that a price list which cannot be read may go back to, the newest first. Needs `prices`. */
export const priceRepair = query("pricing.repair-choices", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canEditPrices(viewer)) return notFound();
    const rows = await db
      .select()
      .from(publications)
      .where(eq(publications.state, "published"))
      .orderBy(desc(publications.version))
      .limit(25);
    const names = await authorNames(
      db,
      rows.map(({ author }) => author),
    );
    const whole = rows.filter(({ table }) => pricingSetting.schema.safeParse(table).success);
    return done(
      whole.map(({ version, at, author, reason: why }) => ({
        ...{ version: version ?? 0, at, reason: why },
        author: names(author),
      })),
    );
  },
});

/** The table of a published version, or the standard prices; null for what is not there or cannot be read. */
async function tableFrom(work: Work, from: string): Promise<{ table: PricingTable; backTo: number | null } | null> {
  if (from === "defaults") return { table: defaultPricingTable, backTo: null };
  const version = readCount(from, { least: 1, most: 1_000_000 });
  if (!version.ok) return null;
  const [row] = await work.tx.select().from(publications).where(eq(publications.version, version.value));
  const table = pricingSetting.schema.safeParse(row?.table).data;
  return table ? { table, backTo: version.value } : null;
}

const input = z.strictObject({
  from: z.string("Choose the prices to use.").min(1, "Choose the prices to use.").max(12),
  reason,
});

const repair = command<z.infer<typeof input>, number>("pricing.repair", {
  input,
  run: async (work, { from, reason: why }) => {
    if (!canEditPrices(work.viewer)) return notFound();
    const unproven = mustBeFresh(work);
    if (unproven) return unproven;
    if ((await loadPricing(work.tx, work.now)).ok)
      return refuse("conflict", "The price list can be read again. Nothing was changed.");
    const chosen = await tableFrom(work, from);
    if (!chosen) return notFound();
    const { table, backTo } = chosen;
    const own = eq(settings.key, pricingSetting.key);
    const [broken] = await work.tx.select({ version: settings.version }).from(settings).where(own).for("update");
    const [newest] = await work.tx
      .select({ version: publications.version })
      .from(publications)
      .where(eq(publications.state, "published"))
      .orderBy(desc(publications.version))
      .limit(1);
    const before = broken?.version ?? 0;
    const version = Math.max(before, newest?.version ?? 0) + 1;
    const by = actorId(work.viewer);
    await work.tx
      .update(settings)
      .set({ value: table, version, updatedAt: work.now, updatedBy: by })
      .where(and(own, eq(settings.version, before)));
    await work.tx.insert(publications).values({
      ...{ id: newId(), state: "published", version, table, baseVersion: before, reason: why, author: by },
      ...{ at: work.now, createdAt: work.now, backTo },
    });
    work.audit({ action: "prices.published", subject: "prices", detail: { version, reason: why, repaired: from } });
    return done(version);
  },
});

/**
 * Replaces a price list that cannot be read by a published version or the standard prices; while it can be read it is
 * left alone. Refusals: not-found, step-up, invalid, conflict (it can be read again).
 */
export const repairPrices = saver(repair);
