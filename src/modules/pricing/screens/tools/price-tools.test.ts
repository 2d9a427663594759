import { describe, expect, test } from "vitest";
import { defaultPricingTable } from "../../domain/default-table.ts";
import { services } from "../../index.ts";
import { fromQuery, sharedAddress, startCalculation, toRaw } from "../calculation.ts";
import { differenceLine, differences } from "./price-tools.tsx";

const now = new Date("2026-03-10T12:07:00.000Z");
const begin = (service: (typeof services)[number]) => startCalculation(defaultPricingTable, { service }, "UTC");

describe("two prices side by side", () => {
  const a = { raw: { pages: "5", spacing: "double" }, totalCents: 9_240 };

  test.each([
    [{ raw: { pages: "5", spacing: "double" }, totalCents: 9_240 }, [], "Both are the same now."],
    [{ raw: { pages: "6", spacing: "double" }, totalCents: 10_890 }, ["pages"], "B costs $16.50 more than A."],
    [{ raw: { pages: "5", spacing: "double" }, totalCents: 8_400 }, [], "B costs $8.40 less than A."],
    [{ raw: { service: "quiz" }, totalCents: 9_240 }, ["pages", "spacing", "service"], "Both cost the same."],
  ])("%j", (b, fields, line) => {
    expect(differences(a.raw, b.raw).map(({ field }) => field)).toEqual(fields);
    expect(differenceLine(a, b)).toBe(line);
  });

  test("without a price of the second", () => {
    expect(differenceLine(a, null)).toBe("B has no price until you have answered everything.");
  });
});

test.each(services)("%s: whoever opens the link has the same answers", (service) => {
  const sent = toRaw(begin(service), now);
  const query = new URL(sharedAddress(sent), "http://shop.test").searchParams;
  const opened = fromQuery(query, begin(service === "quiz" ? "test" : "quiz"));
  expect(toRaw(opened, new Date("2026-03-11T08:00:00Z"))).toEqual(sent);
});
