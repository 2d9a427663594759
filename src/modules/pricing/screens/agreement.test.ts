import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hourMs } from "#src/shared/units.ts";
import { sized } from "#tests/support/full-run.ts";
import { defaultMinimumLeadHours, defaultPricingTable } from "../domain/default-table.ts";
import { plainTotal } from "../domain/plain-total.testing.ts";
import { anyWork, timeLeft } from "../domain/random-inputs.testing.ts";
import { isService, makeQuote, type Service, services } from "../index.ts";
import { type Calculation, fromQuery, startCalculation, toRaw } from "./calculation.ts";
import type { Pricing } from "./pricing-provider.tsx";
import { priceOf } from "./use-calculator.ts";

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const numRuns = sized(1_000, 100_000);
console.log(`browser, server and table: ${numRuns} random inputs, seed ${seed}`);

/** A deadline as typed, and its instant by the offset that the zone is known to have then; clocks change on most days. */
const typed = [
  ["UTC", "2027-03-14", "18:00", "2027-03-14T18:00:00Z"],
  ["America/New_York", "2027-03-14", "01:30", "2027-03-14T06:30:00Z"],
  ["America/New_York", "2027-03-14", "18:00", "2027-03-14T22:00:00Z"],
  ["America/New_York", "2027-11-07", "18:00", "2027-11-07T23:00:00Z"],
  ["Europe/Berlin", "2027-03-28", "01:59", "2027-03-28T00:59:00Z"],
  ["Europe/Berlin", "2027-03-28", "03:00", "2027-03-28T01:00:00Z"],
  ["Europe/Berlin", "2027-10-31", "18:00", "2027-10-31T17:00:00Z"],
  ["Australia/Lord_Howe", "2027-04-04", "18:00", "2027-04-04T07:30:00Z"],
  ["Australia/Lord_Howe", "2027-10-03", "18:00", "2027-10-03T07:00:00Z"],
  ["Asia/Kolkata", "2027-03-28", "18:00", "2027-03-28T12:30:00Z"],
] as const;
type Typed = (typeof typed)[number];

const pricing: Pricing = {
  table: defaultPricingTable,
  minimumLeadHours: defaultMinimumLeadHours,
  failure: null,
  now: "2027-01-01T00:00:00.000Z",
  zone: "UTC",
  zoneKnown: false,
};

const begin = (service: Service, sent: Readonly<Record<string, unknown>>, [zone, date, time]: Typed): Calculation => {
  const answers = Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]);
  const query = { ...Object.fromEntries(answers), deadlineDate: date, deadlineTime: time, deadlineZone: zone };
  return fromQuery(new URLSearchParams(query), startCalculation(defaultPricingTable, { service }, "UTC"));
};

/** The total that the page shows, the one that the server makes of what the form sends, and the table walked by hand. */
const three = (calculation: Calculation, now: Date, left: number) => {
  const raw = toRaw(calculation, now);
  const server = makeQuote(pricing.table, raw, {
    mode: "form",
    now,
    minimumLeadHours: defaultMinimumLeadHours,
    defaultZone: "UTC",
  });
  const shown = priceOf(pricing, calculation, now).quote;
  return {
    browser: shown?.totalCents,
    server: server.ok ? server.value.totalCents : server.message,
    table: plainTotal(raw, left),
    sameLines: server.ok && JSON.stringify(shown?.lines) === JSON.stringify(server.value.lines),
  };
};

const agree = (calculation: Calculation, deadline: Typed, left: number) => {
  const { browser, server, table, sameLines } = three(calculation, new Date(Date.parse(deadline[3]) - left), left);
  expect([browser, server, sameLines], `${deadline.join(" ")}, ${left} ms before`).toEqual([table, table, true]);
};

test("browser, server and an independent walk through the table: one price for every random input", () => {
  fc.assert(
    fc.property(anyWork, fc.constantFrom(...typed), timeLeft, (sent, deadline, left) => {
      const { service } = sent;
      if (!isService(service)) throw new Error("Random work has a service.");
      agree(begin(service, sent, deadline), deadline, left);
    }),
    { seed, numRuns },
  );
});

describe("at every bound, a second and a millisecond beside it, also over changes of the clocks", () => {
  const bounds = [12, 24, 48, 72, 120, 168, 192].map((hours) => hours * hourMs);
  const offsets = [-1_000, -1, 0, 1, 1_000];

  test.each(services)("%s", (service) => {
    for (const deadline of typed) {
      const calculation = begin(service, {}, deadline);
      for (const bound of bounds) for (const ms of offsets) agree(calculation, deadline, bound + ms);
    }
  });

  test("12 h 0 min 0 s is the nearest step, a second more is the next one", () => {
    const deadline = typed[2];
    const calculation = begin("programming", { projectSize: "medium", projectType: "Database Design" }, deadline);
    const at = (left: number) => three(calculation, new Date(Date.parse(deadline[3]) - left), left).browser;
    // 120 x 1 x 2.5, and x 2
    expect([at(12 * hourMs), at(12 * hourMs + 1_000)]).toEqual([30_000, 24_000]);
    expect(at(12 * hourMs - 1_000)).toBe(30_000);
  });
});
