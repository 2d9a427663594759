import { describe, expect, test } from "vitest";
import { type CalculatorState, startCalculation, toRaw } from "#src/modules/pricing/index.screens.ts";
import { defaultMinimumLeadHours, defaultPricingTable, makeQuote } from "#src/modules/pricing/index.ts";
import { heldOf } from "./held.server.ts";
import { shownPrice } from "./shown-price.ts";

const now = new Date("2026-03-10T12:00:00Z");
const raw = toRaw(startCalculation(defaultPricingTable, { service: "quiz" }, "UTC"), now);
const made = makeQuote(defaultPricingTable, raw, { mode: "form", now, minimumLeadHours: defaultMinimumLeadHours });
if (!made.ok) throw new Error(made.message);
const quote = made.value;
const state = { raw, now, quote } as unknown as CalculatorState;
const stored = (more: object = {}) =>
  heldOf(
    {
      answer: {
        id: "q",
        currency: "USD",
        total: "12.00",
        totalCents: 1200,
        wordCount: 0,
        lines: [],
        ignored: [],
        notes: [],
        tableVersion: 1,
        validUntil: "2026-03-10T12:30:00.000Z",
        ...more,
      },
      deadline: "",
      inputs: {},
      service: "quiz",
      usedByOrder: null,
    },
    raw,
  );

describe("the price on the slip", () => {
  test("is today's without a quote, and none while an answer is wrong", () => {
    expect(shownPrice(state, null, undefined)).toMatchObject({ kind: "live", totalCents: 1500 });
    expect(shownPrice({ ...state, quote: null }, null, undefined)).toBeNull();
  });

  test("is the quote's up to its end, for the same work alone", () => {
    expect(shownPrice(state, stored(), undefined)).toMatchObject({ kind: "held", totalCents: 1200 });
    const late = { ...state, now: new Date("2026-03-10T12:30:01Z") };
    expect(shownPrice(late, stored(), undefined)).toMatchObject({ kind: "live", totalCents: 1500 });
    const other = { ...state, raw: { ...raw, deadlineTime: "01:00" } };
    expect(shownPrice(other, stored(), undefined)).toMatchObject({ kind: "live", totalCents: 1500 });
  });

  test("names the total of an ended quote beside today's", () => {
    expect(shownPrice(state, stored({ expired: true }), undefined)).toMatchObject({ kind: "changed", was: 1200 });
  });

  test("names the total before, when the server knows another one", () => {
    const changed = { totalCents: 1500, previousTotalCents: 1100 };
    expect(shownPrice(state, null, changed)).toMatchObject({ kind: "changed", was: 1100, totalCents: 1500 });
    expect(shownPrice(state, null, { ...changed, totalCents: 1600 })).toMatchObject({ kind: "live" });
    expect(shownPrice(state, null, { ...changed, previousTotalCents: null })).toMatchObject({ kind: "live" });
  });
});
