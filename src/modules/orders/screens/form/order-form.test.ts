import { describe, expect, test } from "vitest";
import { defaultMinimumLeadHours, defaultPricingTable } from "#src/modules/pricing/domain/default-table.ts";
import { type CalculatorState, startCalculation, toRaw } from "#src/modules/pricing/index.screens.ts";
import { makeQuote, quoteBody } from "#src/modules/pricing/index.ts";
import { type HeldQuote, heldOf } from "./held-quote.ts";
import { shownPrice } from "./order-form.tsx";

const now = new Date("2026-03-10T12:00:00Z");
const raw = toRaw(startCalculation(defaultPricingTable, { service: "quiz" }, "UTC"), now);
const made = makeQuote(defaultPricingTable, raw, { mode: "form", now, minimumLeadHours: defaultMinimumLeadHours });
if (!made.ok) throw new Error(made.message);
const quote = made.value;
const state = { raw, now, quote } as unknown as CalculatorState;
const stored = (more: object = {}) =>
  heldOf(
    {
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
      orderable: true,
      reason: null,
      ...more,
    },
    raw,
  );
const none = { given: null, kept: null };
const given = (quote: HeldQuote) => ({ ...none, given: quote });
const at = (time: string) => ({ ...state, now: new Date(time) });

describe("the price on the slip", () => {
  test("is today's without a quote, and none while an answer is wrong", () => {
    expect(shownPrice(state, none, undefined)).toMatchObject({ kind: "live", totalCents: 1500 });
    expect(shownPrice({ ...state, quote: null }, none, undefined)).toBeNull();
  });

  test("is the quote's up to its end, for the same work alone", () => {
    const held = given(stored());
    expect(shownPrice(state, held, undefined)).toMatchObject({ kind: "held", totalCents: 1200, quote: { id: "q" } });
    expect(shownPrice(at("2026-03-10T12:30:00Z"), held, undefined)).toMatchObject({ kind: "held" });
    expect(shownPrice(at("2026-03-10T12:30:00.001Z"), held, undefined)).toMatchObject({ kind: "live" });
    const other = { ...state, raw: { ...raw, deadlineTime: "03:00" } };
    expect(shownPrice(other, held, undefined)).not.toHaveProperty("quote");
  });

  test("is what the server keeps, once the quote of the page has ended", () => {
    const kept = stored({ id: "k", totalCents: 1500, validUntil: "2026-03-10T13:10:00.000Z" });
    const both = { given: stored(), kept };
    expect(shownPrice(at("2026-03-10T12:50:00Z"), both, undefined)).toMatchObject({ kind: "held", quote: { id: "k" } });
  });

  test("names the total of an ended quote beside today's, kept or not", () => {
    const ended = given(stored({ expired: true }));
    expect(shownPrice(state, ended, undefined)).toMatchObject({ kind: "changed", was: 1200, totalCents: 1500 });
    const kept = stored({ id: "k", totalCents: 1500 });
    expect(shownPrice(state, { ...ended, kept }, undefined)).toMatchObject({ kind: "changed", was: 1200, quote: kept });
  });

  test("names the total before, when the server knows another one", () => {
    const changed = { totalCents: 1500, previousTotalCents: 1300 };
    expect(shownPrice(state, none, changed)).toMatchObject({ kind: "changed", was: 1300 });
    expect(shownPrice(state, none, { ...changed, totalCents: 1600 })).toMatchObject({ kind: "live" });
    expect(shownPrice(state, none, { ...changed, previousTotalCents: 1500 })).toMatchObject({ kind: "live" });
  });
});

test("a total that was seen for this work, without a quote, stands beside today's", () => {
  const state = { raw, now, quote } as unknown as CalculatorState;
  const seen = { raw, totalCents: quote.totalCents - 100 };
  const quotes = { given: null, kept: null, seen };
  expect(shownPrice(state, quotes, undefined)).toMatchObject({ kind: "changed", was: quote.totalCents - 100 });
  const other = { ...seen, raw: { ...raw, pages: "9" } };
  expect(shownPrice(state, { ...quotes, seen: other }, undefined)).toMatchObject({ kind: "live" });
});

test("a price is asked for with counts as numbers", () => {
  expect(JSON.parse(quoteBody({ service: "technical", pages: "6", citedSources: "0", deadlineTime: "10:00" }))).toEqual(
    {
      service: "technical",
      pages: 6,
      citedSources: 0,
      deadlineTime: "10:00",
    },
  );
  expect(JSON.parse(quoteBody({ service: "technical", pages: "1,2" }))).toEqual({ service: "technical", pages: "1,2" });
});
