import fc from "fast-check";
import { expect, test } from "vitest";
import { sized } from "#tests/support/full-run.ts";
import { defaultMinimumLeadHours, defaultPricingTable } from "./default-table.ts";
import { plainTotal } from "./plain-total.testing.ts";
import { makeQuote, type Quote } from "./quote.ts";
import { toRawInput } from "./quote-input.ts";
import { anyWork, timeLeft } from "./random-inputs.testing.ts";
import { deadlineRows } from "./tables.ts";

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const numRuns = sized(2_000, 100_000);
console.log(`prices: ${numRuns} random inputs, seed ${seed}`);

const now = new Date("2027-03-10T21:07:31.123Z");
const rules = { now, minimumLeadHours: defaultMinimumLeadHours } as const;
const at = (left: number): string => new Date(now.getTime() + left).toISOString();

const quoted = (sent: Record<string, unknown>, mode: "json" | "form" = "json"): Quote => {
  const outcome = makeQuote(defaultPricingTable, sent, { ...rules, mode });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
};

const asForm = (sent: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));

const forAll = (check: (sent: Record<string, unknown>, left: number | null) => void): void =>
  fc.assert(
    fc.property(anyWork, fc.option(timeLeft), (sent, left) => {
      check(left === null ? sent : { ...sent, deadline: at(left) }, left);
    }),
    { seed, numRuns },
  );

test("every random input costs what the second, plain implementation says", () => {
  forAll((sent, left) => expect(quoted(sent).totalCents).toBe(plainTotal(sent, left)));
});

test("the lines always add up to the total, and the last running total is the exact one", () => {
  forAll((sent) => {
    const { lines, totalCents, subtotalBeforeDeadlineCents } = quoted(sent);
    expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(totalCents);
    const before = lines.filter(({ code }) => code !== "deadline");
    expect(before.reduce((sum, line) => sum + line.cents, 0)).toBe(subtotalBeforeDeadlineCents);
    for (const { cents, exact } of lines) expect(Math.abs(cents - Number(exact) * 100)).toBeLessThan(1.000001);
  });
});

test("a form that sends text and a program that sends numbers get the same price", () => {
  forAll((sent) => {
    const { input, ...json } = quoted(sent);
    const form = quoted(asForm(sent), "form");
    expect({ ...form, input: null }).toEqual({ ...json, input: null });
    expect(form.input).toEqual(input);
  });
});

test("a checked input, sent again, is the same input at the same price", () => {
  forAll((sent) => {
    const first = quoted({ ...sent, deadlineZone: "Asia/Ho_Chi_Minh" });
    expect(quoted(toRawInput(first.input))).toEqual(first);
  });
});

test("a later deadline never costs more, more pages or sources never less", () => {
  fc.assert(
    fc.property(anyWork, timeLeft, timeLeft, fc.nat(40), (sent, one, other, more) => {
      const [near, far] = one < other ? [one, other] : [other, one];
      const dear = quoted({ ...sent, deadline: at(near) }).totalCents;
      expect(quoted({ ...sent, deadline: at(far) }).totalCents).toBeLessThanOrEqual(dear);
      const pages = Math.min(500, Number(sent.pages ?? 1) + more);
      const citedSources = Math.min(500, Number(sent.citedSources ?? 0) + more);
      expect(quoted({ ...sent, pages, citedSources, deadline: at(near) }).totalCents).toBeGreaterThanOrEqual(dear);
    }),
    { seed, numRuns },
  );
});

test("the random times do fall into every row of both deadline tables", () => {
  const seen = new Set<string>();
  forAll((sent) => {
    const { factors, deadlineTable } = quoted(sent);
    if (deadlineTable) seen.add(`${deadlineTable.unit} ${factors.deadline}`);
  });
  expect(seen.size).toBe(
    deadlineRows(defaultPricingTable, "technical").length + deadlineRows(defaultPricingTable, "non-technical").length,
  );
});
