import { expect, test } from "vitest";
import { isScopeUntouched, partsOf, quoteField, readQuoteForm, scopeStart, withGuide } from "./step-form.ts";

const good = {
  "what-0": " Ten pages ",
  "amount-0": "1,250.50",
  "what-1": "",
  "amount-1": "",
  "what-2": "A table",
  "amount-2": "$100",
  scope: " Ten pages and a table. ",
  deadlineDate: "2026-07-01",
  deadlineTime: "18:00",
  zone: "America/New_York",
  validHours: "48",
};
const wrong = (typed: Record<string, string>) => {
  const read = readQuoteForm({ ...good, ...typed });
  return read.ok ? [] : (read.fields ?? []).map(({ path }) => path);
};

test("parts, scope, validity and deadline become what the command takes; the price is their sum", () => {
  expect(readQuoteForm(good)).toEqual({
    ok: true,
    value: {
      cents: 135_050,
      lines: [
        { what: "Ten pages", cents: 125_050 },
        { what: "A table", cents: 10_000 },
      ],
      scope: "Ten pages and a table.",
      deadline: new Date("2026-07-01T22:00:00Z"),
      validHours: 48,
    },
  });
});

test.each([
  [{ "what-0": "", "amount-0": "", "what-2": "", "amount-2": "" }, ["what-0"]],
  [{ "amount-0": "" }, ["amount-0"]],
  [{ "amount-0": "-3" }, ["amount-0"]],
  [{ "amount-0": "3.999" }, ["amount-0"]],
  [{ "amount-0": "120,50" }, ["amount-0"]],
  [{ validHours: "1e2" }, ["validHours"]],
  [{ validHours: "7,5" }, ["validHours"]],
  [{ "amount-0": "0", "amount-2": "0" }, ["amount-0"]],
  [{ "what-2": " " }, ["what-2"]],
  [{ "what-2": "x".repeat(201) }, ["what-2"]],
  [{ scope: "   " }, ["scope"]],
  [{ scope: "x".repeat(10_001) }, ["scope"]],
  [{ zone: "Mars/Base" }, ["zone"]],
  [{ deadlineDate: "", deadlineTime: "" }, ["deadlineDate"]],
  [{ deadlineTime: "25:00" }, ["deadlineTime"]],
  [{ validHours: "" }, ["validHours"]],
  [{ validHours: "1.5" }, ["validHours"]],
  [{ validHours: "721" }, ["validHours"]],
  [{ "amount-0": "x", scope: "", deadlineDate: "" }, ["amount-0", "scope", "deadlineDate"]],
])("%o is refused at %o", (typed, paths) => {
  expect(wrong(typed)).toEqual(paths);
});

test("the command's paths lead to fields", () => {
  const paths = ["quote.cents", "quote.lines", "quote.scope", "quote.deadline", "quote.validHours", "price"];
  expect(paths.map(quoteField)).toEqual(["amount-0", "what-0", "scope", "deadlineDate", "validHours", "price"]);
});

test.each([
  [{}, 3],
  [{ "what-6": "" }, 7],
  [{ parts: "5" }, 5],
  [{ parts: "5", "what-8": "x" }, 9],
  [{ parts: "999" }, 20],
  [{ parts: "x" }, 3],
])("%o has fields for %i parts", (typed, count) => expect(partsOf(typed)).toBe(count));

test("the scope begins with the operator's text", () => {
  expect(scopeStart("{title}: {pages}, {title}", { title: "$& tides", pages: 1 })).toBe("$& tides: 1 page, $& tides");
  expect(scopeStart("{pages}", { title: "", pages: null })).toBe("to be agreed");
});

test("a scope is untouched when it says what the template says, whatever the ends of its lines", () => {
  const order = { title: "A map", pages: 3 };
  expect(isScopeUntouched("A map\r\nLength: 3 pages \r\n", "{title}\nLength: {pages}", order)).toBe(true);
  expect(isScopeUntouched("A map\nLength: 3 pages\n- one revision", "{title}\nLength: {pages}", order)).toBe(false);
  expect(isScopeUntouched("One map.", " ", order)).toBe(false);
});

test("the guide price becomes the first part, and leaves what is typed", () => {
  expect(withGuide({ scope: "x" }, 12_050)).toEqual({ scope: "x", "what-0": "Custom work", "amount-0": "120.50" });
  expect(withGuide({ "what-0": "Ten pages", "amount-0": "7" }, 10_000)).toEqual({
    "what-0": "Ten pages",
    "amount-0": "100.00",
  });
  expect(withGuide({ "amount-0": "7" }, null)).toEqual({ "amount-0": "7" });
});
