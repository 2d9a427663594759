import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { done, type FieldError, invalid, notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import { checkPricingTable } from "../domain/check-table.ts";
import { pricingSetting } from "../settings.ts";

const input = z.strictObject({
  table: z.unknown(),
  /** The version that the editor saw. */
  expected: z.number().int().min(0).optional(),
});

const change = command<z.infer<typeof input>, { version: number }>("pricing.save", {
  input,
  run: async (work, { table, expected }) => {
    if (!may(work.viewer, "prices")) return notFound();
    const checked = checkPricingTable(table);
    if (!checked.ok) return invalid(checked.errors);
    const saved = await saveSetting(work, pricingSetting, checked.table, expected);
    return saved.ok ? done({ version: saved.value.version }) : saved;
  },
});

export type SavedPricing =
  | { success: true; version: number }
  | { success: false; error: string; fields?: readonly FieldError[] };

/** Saves the price table as a new version, for an admin who may change prices. A failure is an answer, never thrown. */
export async function savePricing(ctx: Ctx, raw: unknown): Promise<SavedPricing> {
  try {
    const outcome = await change(ctx, raw);
    if (outcome.ok) return { success: true, version: outcome.value.version };
    return { success: false, error: outcome.message, ...(outcome.fields && { fields: outcome.fields }) };
  } catch (error) {
    ctx.runtime.log.error({ err: error }, "the price list could not be saved");
    return { success: false, error: "The price list could not be saved. Nothing was changed. Try again in a minute." };
  }
}
