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
import { addTrials, noTrial, type Trial, tryPrices } from "./trial.ts";

/** At most so much sold work is priced again; more is a sample of the newest. */
const mostSold = 100_000;
const oneTrial = openConcurrencyLimit(1);
const busy = refuse("unavailable", "A trial is running. Look again in a few seconds.", { retryAfter: 5 });

/** Gives sold work page by page as JSON text (`SoldWork[]`), null after the last page. */
export type NextPage = () => Promise<Outcome<{ text: string; count: number } | null>>;
export type RanTrial = { trial: Trial; count: number; whole: boolean };

const startWorker = (table: PricingTable): Worker =>
  new Worker(createRequire(import.meta.url).resolve("#src/modules/pricing/editor/trial-worker.ts"), {
    workerData: table,
    resourceLimits: { maxOldGenerationSizeMb: 192, stackSizeMb: 4 },
    env: {},
    execArgv: [],
  });

/**
 * Prices sold work again under a table, in a worker that ends with it, while the next page is read. One trial at a time
 * in a process: "unavailable" while another one runs.
 */
export async function runTrial(table: PricingTable, next: NextPage): Promise<Outcome<RanTrial>> {
  return (await oneTrial("prices", () => overPages(table, next))) ?? busy;
}

async function overPages(table: PricingTable, next: NextPage): Promise<Outcome<RanTrial>> {
  const limits = { workers: 1, queue: 30, seconds: 20, megabytes: 256 };
  const pool = workerPool<string, Trial>({ ...limits, start: () => startWorker(table) });
  try {
    const parts: Promise<Trial | null>[] = [];
    let count = 0;
    for (;;) {
      const page = await next();
      if (!page.ok) return page;
      if (!page.value || count >= mostSold) return joined(await Promise.all(parts), count, page.value === null);
      count += page.value.count;
      parts.push(pool.run(page.value.text).then((ending) => (ending?.how === "done" ? ending.value : null)));
    }
  } finally {
    await pool.close();
  }
}

const joined = (parts: readonly (Trial | null)[], count: number, whole: boolean): Outcome<RanTrial> => {
  const ended = parts.filter((part) => part !== null);
  if (ended.length < parts.length) return refuse("unavailable", "The trial took too long. Try fewer days.");
  return done({ trial: ended.reduce(addTrials, noTrial), count, whole });
};

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
