import { expect, test } from "vitest";
import { quoteField, readQuoteForm } from "./quote-form.ts";

const good = {
  price: "1,250.50",
  scope: " Ten pages and a table. ",
  deadlineDate: "2026-07-01",
  deadlineTime: "18:00",
  zone: "America/New_York",
};
const wrong = (typed: Record<string, string>) => {
  const read = readQuoteForm({ ...good, ...typed });
  return read.ok ? [] : (read.fields ?? []).map(({ path }) => path);
};

test("price, scope and deadline become what the command takes", () => {
  expect(readQuoteForm(good)).toEqual({
    ok: true,
    value: { cents: 125_050, scope: "Ten pages and a table.", deadline: new Date("2026-07-01T22:00:00Z") },
  });
});

test.each([
  [{ price: "" }, ["price"]],
  [{ price: "0" }, ["price"]],
  [{ price: "-3" }, ["price"]],
  [{ price: "3.999" }, ["price"]],
  [{ scope: "   " }, ["scope"]],
  [{ scope: "x".repeat(10_001) }, ["scope"]],
  [{ zone: "Mars/Base" }, ["zone"]],
  [{ deadlineDate: "", deadlineTime: "" }, ["deadlineDate"]],
  [{ deadlineTime: "25:00" }, ["deadlineTime"]],
  [{ price: "x", scope: "", deadlineDate: "" }, ["price", "scope", "deadlineDate"]],
])("%o is refused at %o", (typed, paths) => {
  expect(wrong(typed)).toEqual(paths);
});

test("the command's paths lead to fields", () => {
  expect(["quote.cents", "quote.scope", "quote.deadline"].map(quoteField)).toEqual(["price", "scope", "deadlineDate"]);
});
