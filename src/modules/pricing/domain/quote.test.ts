import { expect, test } from "vitest";
import { defaultMinimumLeadHours, defaultPricingTable } from "./default-table.ts";
import { isExpired, lockEnd, makeQuote, quoteAnswer } from "./quote.ts";
import type { PricingTable } from "./tables.ts";

const now = new Date("2027-03-10T12:00:00Z");
const rules = { mode: "json", now, minimumLeadHours: defaultMinimumLeadHours } as const;
const sent = {
  service: "non-technical",
  subject: "Psychology",
  pages: 5,
  citedSources: 6,
  deadline: "2027-03-13T00:00:00Z",
  course: "Physics",
};

test("a quote holds for 30 minutes and answers in the documented shape", () => {
  const outcome = makeQuote(defaultPricingTable, sent, rules);
  if (!outcome.ok) throw new Error(outcome.message);
  const stored = { id: "q1", tableVersion: 3, now, closed: null };
  const answer = quoteAnswer(outcome.value, stored);
  expect(answer).toEqual({
    id: "q1",
    currency: "USD",
    total: "126.00",
    totalCents: 12600,
    wordCount: 1375,
    lines: outcome.value.lines,
    ignored: ["course"],
    notes: [],
    tableVersion: 3,
    validUntil: "2027-03-10T12:30:00.000Z",
    orderable: true,
    reason: null,
  });
  expect(quoteAnswer(outcome.value, { ...stored, closed: "We open soon." })).toEqual({
    ...answer,
    orderable: false,
    reason: "We open soon.",
  });
  expect(Object.keys(answer.lines[0] ?? {})).toEqual(["code", "label", "detail", "cents", "exact"]);
  expect(quoteAnswer(outcome.value, { ...stored, now: new Date("2027-03-10T12:30:00.001Z") })).toEqual({
    ...answer,
    expired: true,
  });
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
});

test("a quote ends after its last moment, not at it", () => {
  expect(isExpired(now, now)).toBe(false);
  expect(isExpired(now, new Date(now.getTime() + 1))).toBe(true);
});

test("wrong input is a refusal with one entry for each field", () => {
  const outcome = makeQuote(
    defaultPricingTable,
    { service: "technical", subject: "Physics", pages: 501, spacing: "wide" },
    rules,
  );
  expect(outcome).toMatchObject({
    ok: false,
    code: "invalid",
    fields: [{ path: "pages" }, { path: "spacing", allowed: ["single", "oneAndHalf", "double"] }],
  });
});

test("a total above what one payment can carry is refused in words", () => {
  const dear: PricingTable = { ...defaultPricingTable, nonTech: { ...defaultPricingTable.nonTech, default: "2000" } };
  const large = { service: "non-technical", subject: "x", pages: 500 };
  expect(makeQuote(dear, large, rules)).toMatchObject({ ok: false, fields: [{ path: "pages" }] });
  expect(makeQuote(dear, { ...large, pages: 499 }, rules)).toMatchObject({
    ok: true,
    value: { totalCents: 99_800_000 },
  });
});

test.each([
  ["a quarter of the time", "2027-03-11T12:00:00Z", "2027-03-10T18:00:00.000Z"],
  ["at most 72 hours", "2027-06-10T12:00:00Z", "2027-03-13T12:00:00.000Z"],
  ["72 hours exactly", "2027-03-22T12:00:00Z", "2027-03-13T12:00:00.000Z"],
  ["nothing when the deadline has passed", "2027-03-09T12:00:00Z", "2027-03-10T12:00:00.000Z"],
])("the lock lasts %s", (_words, deadline, end) => {
  expect(lockEnd(now, new Date(deadline)).toISOString()).toBe(end);
});
