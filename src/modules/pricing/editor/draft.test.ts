import { describe, expect, test } from "vitest";
import { defaultPricingTable } from "../domain/default-table.ts";
import { makeQuote } from "../domain/quote.ts";
import type { PricingTable } from "../domain/tables.ts";
import { changeRows, putBack, readTyped } from "./change-draft.ts";
import { changesBetween, clashes, mergeDraft } from "./changes.ts";
import { checkDraft, previewTable } from "./check-draft.ts";
import { checkPricingTable } from "./check-table.ts";
import { draftOf, type PriceDraft } from "./draft.ts";
import { partNamed, parts } from "./layout.ts";
import { priceSample, samplesFor } from "./samples.ts";

const table = defaultPricingTable;
const now = new Date("2026-03-10T12:00:00Z");
const lead = { "non-technical": 3, technical: 3, programming: 3, calculations: 3, coursework: 3, quiz: 3, test: 3 };
const quote = (of: PricingTable, sent: object) => makeQuote(of, sent, { mode: "json", now, minimumLeadHours: lead });
const part = (id: string) => partNamed(id) ?? parts[0]!;
const subjects = "nonTech.subjects";
const amount = (draft: PriceDraft, path: string, value: string): PriceDraft => ({
  ...draft,
  amounts: { ...draft.amounts, [path]: value },
});
const renamed = (draft: PriceDraft, from: string, to: string): PriceDraft => ({
  ...draft,
  lists: {
    ...draft.lists,
    [subjects]: draft.lists[subjects].map((row) => (row.name === from ? { ...row, name: to } : row)),
  },
});
const without = (draft: PriceDraft, name: string): PriceDraft => ({
  ...draft,
  lists: { ...draft.lists, [subjects]: draft.lists[subjects].filter((row) => row.name !== name) },
});
const publishable = (draft: PriceDraft, base: PricingTable = table): PricingTable => {
  const checked = checkDraft(draft, base);
  expect(checked.errors).toEqual({});
  if (!checked.table) throw new Error("not publishable");
  return checked.table;
};
const essay = { service: "non-technical", subject: "History", pages: 5 };

describe("a draft of the price list", () => {
  test("an untouched draft is the table itself", () => {
    expect(publishable(draftOf(table))).toEqual(table);
    expect(changesBetween(draftOf(table), draftOf(table))).toEqual([]);
  });

  test("a renamed subject answers to its old name, also after a second rename", () => {
    const once = publishable(renamed(draftOf(table), "History", "World history"));
    const twice = publishable(renamed(draftOf(once), "World history", "History and politics"), once);
    expect(checkPricingTable(JSON.parse(JSON.stringify(twice)))).toEqual({ ok: true, table: twice });
    for (const subject of ["History", "World history", "History and politics"]) {
      const priced = quote(twice, { ...essay, subject });
      expect(priced.ok && [priced.value.totalCents, priced.value.notes, priced.value.lines[0]?.detail]).toEqual([
        6500,
        [],
        "History and politics: $13.00 a page, 5 × $13.00",
      ]);
    }
  });

  test("a retired subject is refused with the list, also under its alias; it can be restored", () => {
    const once = publishable(renamed(draftOf(table), "History", "World history"));
    const gone = publishable(without(draftOf(once), "World history"), once);
    for (const subject of ["History", "World history"]) {
      const refused = quote(gone, { ...essay, subject });
      expect(!refused.ok && refused.fields?.map(({ path }) => path)).toEqual(["subject"]);
      expect(!refused.ok && refused.fields?.[0]?.allowed).toContain("Psychology");
    }
    expect(quote(gone, { ...essay, subject: "Never heard of" }).ok).toBe(true);
    const added = changeRows(draftOf(gone), part("non-technical"), "add", subjects, 0);
    const rows = added.lists[subjects];
    const typed = {
      [`${subjects}:${rows.length - 1}:name`]: "History",
      [`${subjects}:${rows.length - 1}:value`]: "18",
    };
    for (const [at, row] of rows.slice(0, -1).entries())
      Object.assign(typed, {
        [`${subjects}:${at}:was`]: row.was,
        [`${subjects}:${at}:name`]: row.name,
        [`${subjects}:${at}:value`]: row.value,
      });
    const again = publishable(readTyped(added, part("non-technical"), typed), gone);
    const priced = quote(again, essay);
    expect(priced.ok && priced.value.totalCents).toBe(9000);
  });

  test.each([
    ["-1.1", "Write a number without a minus, like 1.25."],
    ["", "Write a number, like 1.25."],
    ["1e3", "Write a number, like 1.25."],
    ["1,5", "Write a point where you wrote the comma: 1.5. A comma only groups thousands."],
    ["1.00001", "Write at most 4 digits after the point, like 1.25."],
    ["99999", "Enter a number from 0 to 1,000."],
  ])("a fee of %j is refused beside its cell", (value, message) => {
    const draft = amount(draftOf(table), "nonTech.citationFee", value);
    expect(checkDraft(draft, table)).toEqual({ errors: { "nonTech.citationFee": message }, table: null });
    expect(previewTable(draft, table)).toEqual(table);
  });

  test.each(["His\u200btory", "\u202eyrotsiH", "Law\u2060", "L\u00adaw"])(
    "the name %j is refused: it looks like another one",
    (name) => {
      const { errors } = checkDraft(renamed(draftOf(table), "History", name), table);
      expect(Object.values(errors)).toEqual([expect.stringContaining("cannot be shown")]);
    },
  );

  test("a name twice, an empty list and steps that do not rise are refused beside their cells", () => {
    const twice = renamed(draftOf(table), "History", "literature");
    expect(Object.keys(checkDraft(twice, table).errors)).toEqual([`${subjects}:1:name`]);
    const steps = [
      { bound: "24", value: "2" },
      { bound: "12", value: "3" },
    ];
    const fallen = { ...draftOf(table), steps: { ...draftOf(table).steps, "technical.deadlineHours": steps } };
    expect(checkDraft(fallen, table).errors).toEqual({
      "technical.deadlineHours:1:bound": "This step must end after the one above (24).",
    });
    const none = { ...draftOf(table), lists: { ...draftOf(table).lists, [subjects]: [] } };
    expect(checkDraft(none, table).errors).toEqual({ [subjects]: "This list must have 1 to 200 entries." });
  });

  test("rows move, leave and are put back", () => {
    const base = draftOf(table);
    const names = (draft: PriceDraft) => draft.lists[subjects].slice(0, 3).map(({ name }) => name);
    const moved = changeRows(base, part("non-technical"), "down", subjects, 0);
    expect(names(moved)).toEqual(["History", "Literature", "Psychology"]);
    expect(changesBetween(base, moved).map(({ label }) => label)).toEqual(["Order of the list"]);
    const left = changeRows(base, part("non-technical"), "remove", subjects, 0);
    expect(changesBetween(base, left).map(({ label, to }) => [label, to])).toEqual([["Literature (retired)", null]]);
    const back = putBack(left, base, part("non-technical"), subjects, "Literature");
    expect(back.lists[subjects].at(-1)).toEqual({ was: "Literature", name: "Literature", value: "14.00" });
    expect(changeRows(base, part("non-technical"), "up", subjects, 0)).toEqual(base);
    expect(changeRows(base, part("coursework"), "remove", subjects, 0)).toEqual(base);
  });

  test("two admins: what one did not touch is the other's; both changed: the own stays and is named", () => {
    const base = draftOf(table);
    const mine = amount(renamed(base, "History", "World history"), "nonTech.citationFee", "1.75");
    const other = amount(amount(without(base, "Arts"), "nonTech.citationFee", "2"), "nonTech.spacing.single", "2.2");
    const published = publishable(other);
    const theirs = draftOf(published, table);
    expect(clashes(base, mine, theirs).map(({ label, to, mine: own }) => [label, to, own])).toEqual([
      ["Each source", "2.00", "1.75"],
    ]);
    const merged = publishable(mergeDraft(base, mine, theirs), published);
    expect(merged.nonTech.citationFee).toBe("1.75");
    expect(merged.nonTech.spacing.single).toBe("2.2");
    const names = merged.nonTech.subjects.map(([name]) => name);
    expect([names.includes("Arts"), names.includes("History"), names.includes("World history")]).toEqual([
      false,
      false,
      true,
    ]);
    expect(quote(merged, { ...essay, subject: "Arts" }).ok).toBe(false);
  });

  test("every sample has a price under the default prices", () => {
    for (const sample of samplesFor(table)) expect(priceSample(table, sample, now), sample.id).not.toBeNull();
    const first = samplesFor(table)[0];
    expect(first && priceSample(table, first, now)?.totalCents).toBe(9240);
  });
});
