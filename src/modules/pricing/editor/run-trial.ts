import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { and, gte, isNull } from "drizzle-orm";
import { z } from "zod";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { workerPool } from "#src/platform/worker-pool.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { canEditPrices } from "../domain/policy.ts";
import type { PricingTable } from "../domain/tables.ts";
import { quotes } from "../tables.ts";
import { type Trial, tryPrices } from "./trial.ts";

const oneTrial = openConcurrencyLimit(1);
const busy = refuse("unavailable", "A trial is running. Look again in a few seconds.", { retryAfter: 5 });
const tooLong = refuse("unavailable", "The trial took too long. Try fewer days.");

const startWorker = (table: PricingTable): Worker =>
  new Worker(createRequire(import.meta.url).resolve("#src/modules/pricing/editor/trial-worker.ts"), {
    workerData: table,
    resourceLimits: { maxOldGenerationSizeMb: 192, stackSizeMb: 4 },
    env: {},
    execArgv: [],
  });

/**
 * Prices sold work, JSON text of `SoldWork[]`, again under a table, in a worker that ends with it. One trial at a time in
 * a process: "unavailable" while another one runs.
 */
export async function runTrial(table: PricingTable, sold: string): Promise<Outcome<Trial>> {
  return (await oneTrial("prices", () => inWorker(table, sold))) ?? busy;
}

async function inWorker(table: PricingTable, sold: string): Promise<Outcome<Trial>> {
  const limits = { workers: 1, queue: 1, seconds: 20, megabytes: 256 };
  const pool = workerPool<string, Trial>({ ...limits, start: () => startWorker(table) });
  try {
    const ending = await pool.run(sold);
    return ending?.how === "done" ? done(ending.value) : tooLong;
  } finally {
    await pool.close();
  }
}

const open = z.strictObject({ table: z.custom<PricingTable>() });

/** The totals of quotes that still hold, now and under a table: arithmetic, not a forecast. Needs `prices`. */
export const openQuotesUnder: (ctx: Ctx, raw: unknown) => Promise<Outcome<Trial>> = query("pricing.open-quotes", {
  input: open,
  run: async ({ db, viewer, now }, { table }) => {
    if (!canEditPrices(viewer)) return notFound();
    const rows = await db
      .select({ id: quotes.id, inputs: quotes.inputs, result: quotes.result, pricedAt: quotes.pricedAt })
      .from(quotes)
      .where(and(isNull(quotes.usedByOrder), gte(quotes.validUntil, now)))
      .limit(2000);
    const sold = rows.map(({ id, inputs, result, pricedAt }) => ({
      id,
      cents: result.totalCents,
      pricedAt: pricedAt.toISOString(),
      fields: inputs,
    }));
    return done(tryPrices(table, sold));
  },
});
