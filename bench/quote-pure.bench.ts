import { defaultMinimumLeadHours, defaultPricingTable } from "../src/modules/pricing/domain/default-table.ts";
import { makeQuote, services } from "../src/modules/pricing/index.ts";
import { median } from "./support/rounds.ts";
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
const count = 10_000;
const inputs = Array.from({ length: count }, (_, i) => ({
  service: services[i % services.length],
  ...common,
  ...extras,
  pages: 1 + (i % 500),
}));
const price = (raw: Record<string, unknown>) =>
  makeQuote(defaultPricingTable, raw, { mode: "json", now, minimumLeadHours: defaultMinimumLeadHours });

/** Milliseconds of each call, the least first. */
const timesOf = (call: (at: number) => unknown): number[] =>
  inputs
    .map((_, at) => {
      const started = performance.now();
      call(at);
      return performance.now() - started;
    })
    .sort((a, b) => a - b);

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/** The price function in Node: all services in turn, next to reading the same quotes from their JSON. */
export const bench: Bench = {
  name: "quote-pure",
  run: async ({ quick }) => {
    const quotes = inputs.map((raw) => {
      const quote = price(raw);
      if (!quote.ok) throw new Error(`refused: ${JSON.stringify(quote)}`);
      return JSON.stringify(quote.value);
    });
    const rounds = Array.from({ length: quick ? 3 : 5 }, () => ({
      ours: timesOf((n) => price(inputs[n] ?? {})),
      reference: timesOf((n) => JSON.parse(quotes[n] ?? "")),
    }));
    // The round in the middle: one pause of the machine is not the function's.
    const middle = (side: "ours" | "reference", share: number) => median(rounds.map((round) => at(round[side], share)));
    const ratios = rounds.map(({ ours, reference }) => at(reference, 0.5) / at(ours, 0.5));
    return [
      {
        name: "quote-pure p99",
        ours: middle("ours", 0.99),
        reference: middle("reference", 0.99),
        unit: "ms",
        referenceIs: "JSON.parse of the quote",
        ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
        floor: 0.15,
        most: 0.05,
        p50: middle("ours", 0.5),
        p99: middle("ours", 0.99),
        rounds: rounds.length,
        goal: "p99 below 0.05 ms",
        note: "the ratio is that of the calls in the middle",
      },
    ];
  },
};
