import { defaultPricingTable } from "../src/modules/pricing/domain/default-table.ts";
import { runTrial } from "../src/modules/pricing/editor/run-trial.ts";
import { services } from "../src/modules/pricing/index.ts";
import { median } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";

const orders = 10_000;
const pricedAt = "2026-03-10T12:00:00.000Z";
const fields = {
  ...{ deadline: "2026-03-15T18:00:00Z", subject: "History", citedSources: 8, spacing: "single" },
  ...{ projectType: "Machine Learning", projectSize: "medium", course: "Physics", software: "MATLAB" },
  ...{ difficulty: "advanced", testType: "mixed" },
};
const work = (at: number) => ({
  id: String(at),
  cents: 10_000,
  pricedAt,
  fields: { ...fields, service: services[at % services.length], pages: 1 + (at % 500) },
});
const sold = JSON.stringify(Array.from({ length: orders }, (_, at) => work(at)));

/** Seconds of a whole trial. */
async function tryOnce(): Promise<number> {
  const started = performance.now();
  const ran = await runTrial(defaultPricingTable, sold);
  const tried = ran.ok ? Object.values(ran.value.services).reduce((all, { count }) => all + count, 0) : 0;
  if (tried !== orders) throw new Error(`not tried: ${JSON.stringify(ran).slice(0, 200)}`);
  return (performance.now() - started) / 1_000;
}

const readOnce = (): number => {
  const started = performance.now();
  JSON.parse(sold);
  return (performance.now() - started) / 1_000;
};

/** A trial of new prices on 10,000 sold orders, ten times as many as a page tries, in the product's worker, next to reading the same orders' JSON. */
export const bench: Bench = {
  name: "price-trial",
  run: async ({ quick }) => {
    const rounds: { ours: number; reference: number }[] = [];
    for (let round = 0; round < (quick ? 1 : 5); round += 1)
      rounds.push({ ours: await tryOnce(), reference: readOnce() });
    const ratios = rounds.map(({ ours, reference }) => reference / ours);
    return [
      {
        name: "price-trial",
        size: "10,000 orders",
        ours: median(rounds.map(({ ours }) => ours)),
        reference: median(rounds.map(({ reference }) => reference)),
        unit: "s",
        referenceIs: "JSON.parse of the orders",
        ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
        most: 1,
        rounds: rounds.length,
        goal: "below 1 s, in a worker",
      },
    ];
  },
};
