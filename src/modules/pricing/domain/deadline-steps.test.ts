import { expect, test } from "vitest";
import { deadlineSteps, laterDeadline, laterDeadlineMessage, stepDeadline } from "./deadline-steps.ts";
import { defaultMinimumLeadHours, defaultPricingTable } from "./default-table.ts";
import { makeQuote } from "./quote.ts";
import type { QuoteInput } from "./quote-input.ts";

const now = new Date("2026-03-10T21:07:31.123Z");

const inputOf = (sent: Record<string, unknown>): { input: QuoteInput; totalCents: number } => {
  const outcome = makeQuote(defaultPricingTable, sent, {
    mode: "json",
    now,
    minimumLeadHours: defaultMinimumLeadHours,
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
};

const history = { service: "non-technical", subject: "History", pages: 6, citedSources: 8 };

test("a step is server time + its bound, rounded down to the quarter hour", () => {
  expect(stepDeadline(now, 24).toISOString()).toBe("2026-03-11T21:00:00.000Z");
  expect(stepDeadline(new Date("2026-03-10T21:15:00Z"), 12).toISOString()).toBe("2026-03-11T09:15:00.000Z");
  expect(stepDeadline(new Date("2026-03-10T21:14:59.999Z"), 12).toISOString()).toBe("2026-03-11T09:00:00.000Z");
});

test("the deadline steps of an essay has six steps with their totals", () => {
  const { input } = inputOf({ ...history, deadline: "2026-03-15T17:00:00Z" });
  const steps = deadlineSteps(defaultPricingTable, input, now, 3);
  expect(
    steps.map(({ label, boundHours, multiplier, totalCents, chosen }) => [
      label,
      boundHours,
      multiplier,
      totalCents,
      chosen,
    ]),
  ).toEqual([
    ["24 hours", 24, "2", 18000, false],
    ["2 days", 48, "1.75", 15750, false],
    ["3 days", 72, "1.5", 13500, false],
    ["5 days", 120, "1.25", 11250, true],
    ["7 days", 168, "1.1", 9900, false],
    ["8 days +", null, "1", 9000, false],
  ]);
  expect(steps.every(({ available }) => available)).toBe(true);
  expect(steps.at(-1)?.deadline.toISOString()).toBe("2026-03-18T21:00:00.000Z");
});

test("choosing a step costs what the step says", () => {
  for (const sent of [history, { service: "programming", projectType: "Code Review" }]) {
    const { input } = inputOf(sent);
    const steps = deadlineSteps(defaultPricingTable, input, now, 3);
    expect(steps.some(({ chosen }) => chosen)).toBe(false);
    for (const { deadline, totalCents } of steps)
      expect(inputOf({ ...sent, deadline: deadline.toISOString() }).totalCents).toBe(totalCents);
  }
});

test("technical work has seven steps; a step under the minimum lead is not available", () => {
  const { input } = inputOf({ service: "technical", subject: "Physics", pages: 1 });
  const steps = deadlineSteps(defaultPricingTable, input, now, 12);
  expect(steps.map(({ label }) => label)).toEqual([
    "12 hours",
    "24 hours",
    "2 days",
    "3 days",
    "5 days",
    "7 days",
    "8 days +",
  ]);
  expect(steps.map(({ available }) => available)).toEqual([false, true, true, true, true, true, true]);
});

test("where the deadline has no effect there are no steps", () => {
  expect(deadlineSteps(defaultPricingTable, inputOf({ service: "quiz" }).input, now, 3)).toEqual([]);
});

test("the note says what the next cheaper deadline saves", () => {
  const { input, totalCents } = inputOf({ ...history, deadline: "2026-03-15T17:00:00Z" });
  const later = laterDeadline(deadlineSteps(defaultPricingTable, input, now, 3), totalCents);
  expect(later).toEqual({
    label: "7 days",
    totalCents: 9900,
    savingCents: 1350,
  });
  expect(later && laterDeadlineMessage(later)).toBe("With 7 days, the total is $99.00. You save $13.50.");
  const last = { label: "8 days +", totalCents: 8400, savingCents: 840 };
  expect(laterDeadlineMessage(last)).toBe("With 8 days or more, the total is $84.00. You save $8.40.");
});

test("there is no note on the cheapest step, or without a deadline", () => {
  const far = inputOf({ ...history, deadline: "2026-04-15T17:00:00Z" });
  expect(laterDeadline(deadlineSteps(defaultPricingTable, far.input, now, 3), far.totalCents)).toBeNull();
  const open = inputOf(history);
  expect(laterDeadline(deadlineSteps(defaultPricingTable, open.input, now, 3), open.totalCents)).toBeNull();
});
