import { defaultMinimumLeadHours, defaultPricingTable, makeQuote, services } from "../src/modules/pricing/index.ts";
import type { Bench } from "./support/types.ts";

const now = new Date("2026-03-10T12:00:00Z");
const common = { deadline: "2026-03-15T18:00:00Z", subject: "History", pages: 6, citedSources: 8, spacing: "single" };
const extras = {
  projectType: "Machine Learning",
  projectSize: "medium",
  course: "Physics",
  software: "MATLAB",
  difficulty: "advanced",
  testType: "mixed",
};

/** The price function in Node: all services in turn, next to an empty loop over the same inputs. */
export const bench: Bench = {
  name: "quote-pure",
  run: async ({ quick }) => {
    const count = 10_000;
    const rounds = quick ? 3 : 5;
    const inputs = Array.from({ length: count }, (_, i) => ({
      service: services[i % services.length],
      ...common,
      ...extras,
      pages: 1 + (i % 500),
    }));
    const price = (raw: Record<string, unknown>) =>
      makeQuote(defaultPricingTable, raw, { mode: "json", now, minimumLeadHours: defaultMinimumLeadHours });
    for (const raw of inputs) if (!price(raw).ok) throw new Error(`refused: ${JSON.stringify(price(raw))}`);
    const timesOf = () =>
      inputs.map((raw) => {
        const started = performance.now();
        price(raw);
        return performance.now() - started;
      });
    const empty = inputs.map(() => {
      const started = performance.now();
      return performance.now() - started;
    });
    const at = (list: number[], share: number) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
    // The round in the middle: one pause of the machine is not the function's.
    const all = Array.from({ length: rounds }, timesOf).sort((a, b) => at(a, 0.99) - at(b, 0.99));
    const times = all[Math.floor(rounds / 2)] ?? [];
    const ratio = at(times, 0.5) / Math.max(at(empty, 0.5), 1e-6);
    return [
      {
        name: "quote-pure p99",
        ours: at(times, 0.99),
        reference: at(empty, 0.99),
        unit: "ms",
        referenceIs: "empty loop",
        ratio: { median: ratio, min: ratio, max: ratio },
        most: 0.05,
        p50: at(times, 0.5),
        p99: at(times, 0.99),
        goal: "p99 below 0.05 ms",
      },
    ];
  },
};
