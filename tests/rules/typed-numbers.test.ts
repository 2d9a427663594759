import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const reader = "src/shared/typed-values.ts";
const files = globSync("src/{modules,ui,shared,platform}/**/*.{ts,tsx}").filter(
  (file) => file !== reader && !/\.(test|testing)\.tsx?$/.test(file),
);

/** Files that turn a text into a number that no person typed, by where the text comes from. */
const notTyped: Readonly<Record<string, readonly string[]>> = {
  "a sum or a version out of the database": [
    ...["payments/queries/ledger-balances", "payments/queries/money-by-week"],
    ...["payments/settling/kept-sums", "payments/settling/ledger-sums"],
    ...["chat/queries/service-figures", "src/ui/live/follow"],
  ],
  "a fact of an event": [
    ...["notifications/admin/admin-news", "notifications/writing/mail-for", "notifications/writing/person-news"],
  ],
  "a header, a range, a part of a file": [
    ...["files/tus/protocol", "files/http/handlers", "files/clean/xml/scan", "files/clean/zip/directory"],
    ...["files/clean/text/open-document-text", "files/clean/text/word-text"],
    ...["files/upload/transport", "files/upload/tus", "chat/panel/talk", "chat/panel/draft"],
  ],
  "a part of a day, a number, an id, a colour or a code": [
    ...["operator/brand/colour", "operator/pages/read-markdown"],
    ...["payments/documents/document-rows", "payments/domain/document"],
    ...["writing/domain/period", "writing/domain/away", "orders/domain/pseudonym", "accounts/factors/codes"],
  ],
  "a value that is a number already": [
    ...["admin/settings/fields", "admin/settings/save-settings", "orders/demo/works", "orders/domain/discount"],
    ...["writing/domain/suggest", "pricing/editor/check-draft", "pricing/screens/price-tables"],
  ],
  "a row, a step or a version that a page of ours put into an address, a name or a hidden field": [
    ...["admin/domain/step-form", "admin/screens/orders/custom-request", "orders/domain/handover"],
    ...[
      "dashboard/screens/submit-step.server",
      "dashboard/screens/order-content.server",
      "dashboard/screens/text-file",
    ],
    ...["orders/screens/form/posted.server", "orders/screens/form/page-data.server", "payments/screens/return"],
    ...["accounts/own-account/screens/sign-in", "pricing/editor/price-editor", "pricing/editor/change-draft"],
    ...["pricing/screens/calculation", "operator/brand/brand-files", "admin/drafts/own-draft"],
    ...["admin/brand/read-picture", "admin/pages/page-editor", "admin/pages/faq-rows"],
    ...["admin/screens/site/faq", "admin/screens/site/menu", "operator/menu/links"],
  ],
};
const known = new Set(Object.values(notTyped).flat());

const toNumber = /(?<![\w.])Number\(|\bparse(Int|Float)\(|map\(Number\)|valueAsNumber/;
const withoutSeparators =
  /\.replace(?:All)?\(\s*\/(?:\[[$,\\s '_]*[$,][$,\\s '_]*\]|\^\\\$|,)\+?\/g?|\.replaceAll\(\s*",",\s*""/;
const coerced = /(?:(\w+)\s*[:=]\s*)?z\s*\.coerce\s*\.number\b/g;

/** Hidden fields and choices: what the page itself wrote into the form. */
const written = /^(seen|seenVersion|\w*[sS]eenCents|confirmTotalCents|number|version|stars|grade|role)$/;

const nameOf = (file: string) => file.replace(/^src\/modules\//, "").replace(/\.tsx?$/, "");
const reads = (text: string) => toNumber.test(text);
const coerces = (text: string) => [...text.matchAll(coerced)].some(([, name = ""]) => !written.test(name));

test.each([
  ["const cents = Number(text)", reads],
  ["Number.parseFloat(typed.amount)", reads],
  ['text.split(",").map(Number)', reads],
  ["target.valueAsNumber", reads],
  ["cents: z.coerce.number().int()", coerces],
  ["capacity: z\n    .coerce.number()", coerces],
  ['text.replace(/[$,\\s]/g, "")', (text: string) => withoutSeparators.test(text)],
  ['text.replaceAll(",", "")', (text: string) => withoutSeparators.test(text)],
  ['text.replace(/^\\$/, "")', (text: string) => withoutSeparators.test(text)],
])("a reader of typed numbers is seen: %s", (text, sees) => expect(sees(text)).toBe(true));

test("typed amounts, percents and counts have one reader", () => {
  const own = files.filter((file) => /^src\/(modules|ui)\//.test(file));
  const others = own.filter((file) => reads(readFileSync(file, "utf8")) && !known.has(nameOf(file)));
  expect(others).toEqual([]);
  expect(own.filter((file) => coerces(readFileSync(file, "utf8")))).toEqual([]);
  expect(files.filter((file) => withoutSeparators.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("the files that read other numbers are there, and still do", () => {
  const found = new Set(files.filter((file) => reads(readFileSync(file, "utf8"))).map(nameOf));
  expect([...known].filter((name) => !found.has(name))).toEqual([]);
});

test("a field for an amount or a count that a person fills is no number field, which drops what it cannot read", () => {
  const numberFields = files.filter((file) => /type="number"/.test(readFileSync(file, "utf8")));
  expect(numberFields).toEqual(["src/ui/stepper.tsx"]);
});
