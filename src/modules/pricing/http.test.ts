import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultMinimumLeadHours, defaultPricingTable } from "./domain/default-table.ts";
import { isKnownField, quoteFields } from "./domain/names.ts";
import { makeQuote, quoteAnswer } from "./domain/quote.ts";
import { anyWork, timeLeft } from "./domain/random-inputs.testing.ts";
import { pricesDto, quoteDto, quoteRequest } from "./http.ts";

const now = new Date("2027-03-10T12:00:00Z");
const rules = { mode: "json", now, minimumLeadHours: defaultMinimumLeadHours } as const;

test("the schema of a quote has exactly the fields that are known", () => {
  const described = Object.keys(quoteRequest.shape);
  expect(described.filter((name) => !isKnownField(name))).toEqual([]);
  expect(quoteFields.filter((name) => !described.includes(name))).toEqual([]);
  expect(isKnownField("attachments") && described.includes("attachments")).toBe(true);
});

test("what a quote is made for fits the schema, and so does the quote", () => {
  fc.assert(
    fc.property(anyWork, fc.option(timeLeft), (work, left) => {
      const body = left === null ? work : { ...work, deadline: new Date(now.getTime() + left).toISOString() };
      const quote = makeQuote(defaultPricingTable, body, rules);
      if (!quote.ok) return;
      expect(quoteRequest.safeParse(body).error).toBeUndefined();
      const stored = { id: "01999d5e-3c1a-7b52-9f0e-6f3f5f0e2a11", tableVersion: 1, now, closed: null };
      expect(quoteDto.safeParse(quoteAnswer(quote.value, stored)).error).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test("what the schema refuses is refused by the server", () => {
  const odd = fc.oneof(fc.string(), fc.integer({ min: -5, max: 600 }), fc.boolean(), fc.constant(null), fc.double());
  const broken = fc.tuple(anyWork, fc.constantFrom("service", ...quoteFields), odd);
  let refused = 0;
  fc.assert(
    fc.property(broken, ([work, field, value]) => {
      const body = { ...work, [field]: value };
      // What a service does not use is ignored, whatever it holds.
      const priced = makeQuote(defaultPricingTable, body, rules);
      if (quoteRequest.safeParse(body).success || (priced.ok && priced.value.ignored.includes(field))) return;
      refused += 1;
      expect({ body, ok: priced.ok }).toEqual({ body, ok: false });
    }),
    { numRuns: 1000 },
  );
  expect(refused).toBeGreaterThan(100);
});

test("the price list fits its schema", () => {
  const { names: _, ...table } = defaultPricingTable;
  expect(pricesDto.safeParse({ version: 1, currency: "USD", ...table }).error).toBeUndefined();
});
