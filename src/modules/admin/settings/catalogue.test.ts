import { expect, test } from "vitest";
import { allSettings } from "#src/composition/parts.ts";
import { definedSettings } from "#src/platform/settings.ts";
import { fieldsOf, settingsCatalogue } from "./catalogue.ts";
import { leavesOf } from "./fields.ts";
import { groups, ownScreens } from "./rows.ts";
import { pairProblems, textProblem } from "./save-settings.ts";

const { all, groups: shown } = settingsCatalogue();
const settings = [...definedSettings().values()];

test("every setting of the product is on the page or has a screen of its own", () => {
  expect(settings.map(({ key }) => key).sort()).toEqual(allSettings.map(({ key }) => key).sort());
  for (const setting of settings.filter(({ key }) => !Object.hasOwn(ownScreens, key))) {
    expect(fieldsOf(setting).length, setting.key).toBeGreaterThan(0);
    const tables = leavesOf(setting).filter(({ type }) => type === "other");
    const ofTables = fieldsOf(setting).length - (leavesOf(setting).length - tables.length);
    expect(ofTables > 0, `${setting.key} has a list without a control`).toBe(tables.length > 0);
  }
  const onPage = shown.flatMap(({ sections }) => sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields)));
  expect(new Set(onPage)).toEqual(new Set(all.values()));
  expect(onPage).toHaveLength(all.size);
});

test("every row of the table of words names a value that exists", () => {
  for (const { sections } of groups)
    for (const { key, rows } of sections)
      for (const { of } of rows) for (const path of of) expect(all.has(`${key}:${path}`), `${key}:${path}`).toBe(true);
});

test("what a control shows of the standard it reads back as the standard", () => {
  for (const field of all.values()) {
    const standard = field.setting.default;
    const text = field.show(standard);
    const read = field.read(text);
    expect(read.ok, `${field.name} shows ${text}`).toBe(true);
    if (read.ok) expect(field.setting.schema.parse(field.put(standard, read.value)), field.name).toEqual(standard);
    expect(textProblem(field.name, text), field.name).toBeNull();
  }
  for (const setting of settings) expect(pairProblems(setting.key, setting.default), setting.key).toEqual([]);
});

test.each([
  ["orders.rules:disputeDays", "400", "Enter 1 to 365 days, a whole number."],
  ["orders.rules:disputeDays", "1.5", "Enter 1 to 365 days, a whole number."],
  ["orders.life:quoteHours", "", "Enter 1 to 8,760 hours, a whole number."],
  ["orders.life:quoteHours", "7,5", "Enter 1 to 8,760 hours, a whole number."],
  ["payments.tax:rate", "51", "Enter 0 to 50 %."],
  ["payments.tax:rate", "7,5", "Write a point where you wrote the comma: 7.5. A comma only groups thousands."],
  [
    "writing.estimates:quiz",
    "40,5, 10, 20",
    "Write three whole numbers of minutes up to 6,000, like 40, 10, 20, or leave it empty.",
  ],
  [
    "writing.grades:",
    "New: 7,5",
    "Line 1: write a name of at most 40 characters, then a colon and 0 to 100, or the name alone.",
  ],
  ["shop:off.quiz", "DE, XQ", '"XQ" is not a country. Write codes of two letters, like DE, FR, or the word all.'],
  [
    "writing.estimates:quiz",
    "40, 10",
    "Write three whole numbers of minutes up to 6,000, like 40, 10, 20, or leave it empty.",
  ],
  ["writing.grades:", "", "Write 1 to 9 grades, one a line."],
  ["files:refusedKinds", "image, cats", "Choose from the list."],
])("%s refuses %j", (name, text, message) => {
  expect(all.get(name)?.read(text)).toEqual({ ok: false, message });
});

test.each([
  ["payments.tax:rate", "19.5 %", 1950],
  ["writing.estimates:quiz", "40, 10; 1,200", { page: 40, source: 10, editingPage: 1200 }],
  ["payments.second-admin:", "1,200.50", 120050],
  ["orders.life:writersMayClaim", "on", true],
  ["shop:off.quiz", "de fr", ["DE", "FR"]],
  ["shop:off.quiz", "All", []],
  [
    "writing.grades:",
    "New\nOld: 60%",
    [
      { name: "New", share: null },
      { name: "Old", share: 60 },
    ],
  ],
  ["files:refusedKinds", "archive, image", ["archive", "image"]],
])("%s takes %j", (name, text, value) => {
  expect(all.get(name)?.read(text)).toEqual({ ok: true, value });
});

test("texts that others rely on are checked", () => {
  expect(textProblem("site:whatsapp", "+49 170")).toMatch(/Digits only/);
  expect(textProblem("site:timeZone", "Berlin")).toMatch(/Europe\/Berlin/);
  expect(textProblem("site:email", "support")).toMatch(/e-mail/);
  expect(textProblem("site:hours", "")).not.toBeNull();
  expect(
    pairProblems("orders.rules", { ...(all.get("orders.rules:holdDays")?.setting.default as object), reviewDays: 20 }),
  ).toHaveLength(1);
});
