import { describe, expect, test } from "vitest";
import { instantOf } from "#src/shared/zone.ts";
import { deadlinePrices } from "./deadline-days.ts";
import { defaultMinimumLeadHours, defaultPricingTable } from "./default-table.ts";
import { makeQuote } from "./quote.ts";

const now = new Date("2027-03-12T15:00:00Z");
const zone = "America/New_York"; // its clocks go forward on 14 March at 02:00
const rules = { mode: "form", now, minimumLeadHours: defaultMinimumLeadHours } as const;

const works = {
  essay: { service: "non-technical", subject: "History", pages: "6", citedSources: "8" },
  technical: { service: "technical", subject: "Engineering", pages: "3", citedSources: "0" },
  quiz: { service: "quiz" },
} as const;

const quoted = (work: Record<string, string>, deadlineDate: string, deadlineTime: string) =>
  makeQuote(defaultPricingTable, { ...work, deadlineDate, deadlineTime, deadlineZone: zone }, rules);

describe.each(Object.entries(works))("each day of %s", (_, work) => {
  test.each(["00:15", "02:30", "10:00", "11:00", "18:00", "23:45"])("at %s says what a quote of it says", (time) => {
    const first = quoted(work, "2027-05-01", "18:00");
    if (!first.ok) throw new Error(first.message);
    const { input } = first.value;
    const minimumLeadHours = defaultMinimumLeadHours[input.service];
    const pricesAt = deadlinePrices(defaultPricingTable, input, { now, minimumLeadHours });
    for (let day = 11; day < 31; day++) {
      const date = `2027-03-${day}`;
      const { totalCents, refusal } = pricesAt(instantOf(date, time, zone));
      const quote = quoted(work, date, time);
      expect([date, refusal === null]).toEqual([date, quote.ok]);
      if (quote.ok) expect(totalCents).toBe(work.service === "quiz" ? null : quote.value.totalCents);
    }
  });
});

test("says why a day cannot be chosen, and has no total where the work is wrong", () => {
  const pricesAt = deadlinePrices(defaultPricingTable, null, { now, minimumLeadHours: 3 });
  expect(pricesAt(new Date("2027-03-12T14:59:00Z")).refusal).toBe("This time is in the past. Choose a later one.");
  expect(pricesAt(new Date("2027-03-12T17:59:00Z")).refusal).toBe(
    "This time is less than 3 hours from now. Choose a later one.",
  );
  expect(pricesAt(instantOf("2027-03-14", "02:30", zone)).refusal).toMatch(/clocks change/);
  expect(pricesAt(new Date("2027-03-12T18:00:00Z"))).toEqual({ totalCents: null, refusal: null });
});
