import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { instantOf } from "#src/shared/zone.ts";
import { defaultMinimumLeadHours, defaultPricingTable } from "../domain/default-table.ts";
import { makeQuote, type Service, services } from "../index.ts";
import { breakdownLines } from "./breakdown-lines.ts";
import { type Answers, startCalculation, toRaw, typedDeadline } from "./calculation.ts";
import { DeadlineMoment } from "./deadline-fields.tsx";
import { type Pricing, PricingProvider, usePricing } from "./pricing-provider.tsx";
import { clockOffset, exampleTotal, priceOf, useCalculator } from "./use-calculator.ts";

const pricing: Pricing = {
  table: defaultPricingTable,
  minimumLeadHours: defaultMinimumLeadHours,
  failure: null,
  now: "2026-03-10T12:07:00.000Z",
  zone: "UTC",
  zoneKnown: false,
};
const now = new Date(pricing.now);
const begin = (service: Service, fields: Answers = {}, hours = 168) =>
  startCalculation(defaultPricingTable, { service, fields, hours }, "UTC");

describe("the price in the browser", () => {
  test.each(services)("%s: what the page shows is what the server makes of the fields it is sent", (service) => {
    const calculation = begin(service);
    const shown = priceOf(pricing, calculation, now);
    const server = makeQuote(defaultPricingTable, toRaw(calculation, now), {
      mode: "form",
      now,
      minimumLeadHours: defaultMinimumLeadHours,
    });
    if (!server.ok || !shown.quote) throw new Error("the start of a calculator has a price");
    expect(shown.quote.totalCents).toBe(server.value.totalCents);
    expect(shown.quote.lines).toEqual(server.value.lines);
  });

  test("the start page opens with 5 pages of psychology, 6 sources, 7 days: $92.40", () => {
    expect(exampleTotal(pricing, begin("non-technical"))).toBe(9240);
  });

  test("the deadline steps shows the total of each step and marks the chosen one", () => {
    const { steps, stepsPriced } = priceOf(pricing, begin("non-technical"), now);
    expect(stepsPriced).toBe(true);
    expect(steps.map(({ totalCents }) => totalCents)).toEqual([16800, 14700, 12600, 10500, 9240, 8400]);
    expect(steps.filter(({ chosen }) => chosen).map(({ label }) => label)).toEqual(["7 days"]);
  });

  test("a wrong answer has no price, keeps the deadline steps and shows no total on it", () => {
    const wrong = priceOf(pricing, begin("non-technical", { pages: "0" }), now);
    expect(wrong.quote).toBeNull();
    expect(wrong.errors.map(({ path }) => path)).toEqual(["pages"]);
    expect(wrong.steps).toHaveLength(6);
    expect(wrong.stepsPriced).toBe(false);
  });

  test("a deadline in the past keeps the totals of the other steps", () => {
    const calculation = begin("programming");
    const past = { ...calculation, when: { ...calculation.when, date: "2026-03-09", time: "10:00" } };
    const shown = priceOf(pricing, past, now);
    expect(shown.errors.map(({ path }) => path)).toEqual(["deadlineDate"]);
    expect(shown.stepsPriced).toBe(true);
    expect(shown.steps.at(-1)?.totalCents).toBe(5400);
  });
});

describe("the deadline of a step", () => {
  test.each(["UTC", "America/New_York", "Asia/Tokyo"])("is the same in step, fields and price, in %s", (zone) => {
    const calculation = { ...begin("non-technical"), when: { hours: "168", date: "", time: "", zone } };
    const { steps, quote } = priceOf(pricing, calculation, now);
    const { date, time } = typedDeadline(calculation.when, now);
    expect(quote?.input.deadline).toEqual(instantOf(date, time, zone));
    expect(steps.find(({ chosen }) => chosen)?.deadline).toEqual(quote?.input.deadline);
  });

  test("is shown as time from now while the zone of the visitor is unknown or nothing was chosen, else as a moment", () => {
    const Shown = () => <DeadlineMoment calculator={useCalculator(begin("non-technical")).calculator} />;
    const page = (zoneKnown: boolean) =>
      renderToString(
        <PricingProvider pricing={{ ...pricing, zoneKnown }}>
          <Shown />
        </PricingProvider>,
      );
    expect(page(false)).toBe("In 7 days.");
    expect(page(true)).toBe("Tue 17 March, 12:00, UTC.");
  });
});

describe("the slip", () => {
  test("prints the price before the deadline above the deadline, and its lines add up", () => {
    const { quote } = priceOf(pricing, begin("technical"), now);
    if (!quote) throw new Error("no price");
    const lines = breakdownLines(quote);
    expect(lines.map(({ key }) => key)).toEqual(["work", "spacing", "sources", "before", "deadline"]);
    const sum = lines.filter(({ sub }) => !sub).reduce((total, { cents }) => total + (cents ?? 0), 0);
    expect(sum).toBe(quote.totalCents);
  });

  test("has no line for a deadline that does not count", () => {
    const { quote } = priceOf(pricing, begin("quiz"), now);
    expect(quote && breakdownLines(quote).map(({ key }) => key)).toEqual(["work"]);
  });
});

describe("the clock", () => {
  const page = Date.parse(pricing.now);

  test("trusts a browser that is as late as a kept page can be old", () => {
    expect(clockOffset(page, page + 60_000)).toBe(0);
    expect(clockOffset(page, page + 15 * 60_000)).toBe(0);
  });

  test("corrects a browser that is behind the page or far ahead of it", () => {
    expect(clockOffset(page, page - 3_600_000)).toBe(3_600_000);
    expect(clockOffset(page, page + 86_400_000)).toBe(-86_400_000);
  });
});

test("prices can be read only inside their provider", () => {
  const Lost = () => <p>{usePricing().now}</p>;
  expect(() => renderToString(<Lost />)).toThrow("usePricing must be used within a PricingProvider");
});
