import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { putFirstSetting, readSettingText, type Stored } from "#src/platform/settings.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { defaultPricingTable } from "../domain/default-table.ts";
import type { Service } from "../domain/names.ts";
import type { PricingTable } from "../domain/tables.ts";
import { leadSetting, pricingSetting } from "../settings.ts";

export type LoadedPricing = { table: PricingTable; version: number };

const broken =
  "Our price list cannot be read at the moment, so we cannot take orders. Try again later, or write to support.";

/**
 * The price table past every cache, created from the defaults when it is missing.
 * Refuses "unavailable" when the stored document is not a table; never answers with defaults then.
 */
export async function loadPricing(db: Database, now: Date): Promise<Outcome<LoadedPricing>> {
  const stored = await readTable(db);
  if (stored && stored.version > 0) return done({ table: stored.value, version: stored.version });
  if (!stored) return refuse("unavailable", broken, { retryAfter: 60 });
  await putFirstSetting(db, pricingSetting, pricingSetting.default, now);
  const again = await readTable(db);
  return again
    ? done({ table: again.value, version: again.version })
    : refuse("unavailable", broken, { retryAfter: 60 });
}

/** The document that was checked last, by its own text: the same text is the same table. */
let checked: { text: string; table: PricingTable } | null = null;

/** Null: the document is there and is not a price table. */
async function readTable(db: Database): Promise<Stored<PricingTable> | null> {
  const row = await readSettingText(db, pricingSetting.key);
  if (!row) return { value: pricingSetting.default, version: 0 };
  try {
    if (row.value !== checked?.text)
      checked = { text: row.value, table: pricingSetting.schema.parse(JSON.parse(row.value)) };
    return { value: checked.table, version: row.version };
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

export type BrowserPricing = {
  table: PricingTable;
  version: number;
  minimumLeadHours: Readonly<Record<Service, number>>;
  /** The server's clock. */
  now: Date;
  /** Why the table is the one of the defaults; null when it is the stored one. */
  failure: string | null;
};

/** For pages: the stored table, or the defaults marked with the message. Never fails. */
export async function loadPricingForBrowser({ runtime }: Pick<Ctx, "runtime">): Promise<BrowserPricing> {
  const now = runtime.clock();
  const marked = (failure: string): BrowserPricing => ({
    table: defaultPricingTable,
    version: 0,
    minimumLeadHours: leadSetting.default,
    now,
    failure,
  });
  try {
    const loaded = await loadPricing(runtime.db, now);
    if (!loaded.ok) return marked(loaded.message);
    return { ...loaded.value, minimumLeadHours: await runtime.settings.get(leadSetting), now, failure: null };
  } catch (error) {
    runtime.log.error({ err: error }, "the price list could not be loaded");
    return marked("Our price list cannot be loaded at the moment. These are our usual prices; yours may differ.");
  }
}
