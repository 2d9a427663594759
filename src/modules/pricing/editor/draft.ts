import { formatDecimal } from "#src/shared/decimal.ts";
import { readCount, readDecimal } from "#src/shared/typed-values.ts";
import { tiers } from "../domain/names.ts";
import { type NameList, nameLists } from "../domain/past-names.ts";
import type { Named, PricingTable } from "../domain/tables.ts";
import { type AmountKind, amountCells, namedLists, type StepList, stepLists } from "./layout.ts";

/** An entry as it is typed; `was` is its name in the table that the draft began with, "" for a new one. */
export type DraftRow = { readonly was: string; readonly name: string; readonly value: string };
export type DraftStep = { readonly bound: string; readonly value: string };

/** The price table as texts of a form: also what is not right yet is kept. */
export type PriceDraft = {
  readonly amounts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<NameList, readonly DraftRow[]>>;
  readonly steps: Readonly<Record<StepList, readonly DraftStep[]>>;
};

/** An amount as it is shown: money with cents, factors as short as they are; anything else as it was typed. */
export function amountText(typed: string, kind: AmountKind | "tier"): string {
  const amount = kind === "tier" ? null : readDecimal(typed);
  return amount?.ok ? formatDecimal(amount.value, kind === "factor" ? 0 : 2) : typed;
}

const kindOf = (list: NameList): AmountKind | "tier" => namedLists.find((one) => one.list === list)?.kind ?? "factor";

const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((part, key) => (part && typeof part === "object" ? Reflect.get(part, key) : part), value);

const namedIn = (table: PricingTable): Readonly<Record<NameList, Named>> => ({
  "nonTech.subjects": table.nonTech.subjects,
  "technical.writing.subjects": table.technical.writing.subjects,
  "technical.programming.projectType": table.technical.programming.projectType,
  "technical.calculations.course": table.technical.calculations.course,
  "technical.calculations.software": table.technical.calculations.software,
  "coursework.subjects": table.coursework.subjects,
  "quizTests.subjects": tiers.flatMap((tier) =>
    table.quizTests.tiers[tier].subjects.map((subject) => [subject, tier] as const),
  ),
  "quizTests.testType": table.quizTests.testType,
});

/** The name that an entry of `list` has in a table that is older or younger, "" when it has none. */
const nameIn = (list: NameList, name: string, there: ReadonlySet<string>, table: PricingTable): string => {
  if (there.has(name)) return name;
  const found = table.names?.renamed.find(([in_, from, to]) => in_ === list && to === name && there.has(from));
  return found?.[1] ?? "";
};

const recordOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;

const stepsIn = (table: PricingTable) => ({
  "nonTech.deadlineDays": table.nonTech.deadlineDays,
  "technical.deadlineHours": table.technical.deadlineHours,
});

/** A table as a draft; `was` are the names in `before`. */
export function draftOf(table: PricingTable, before: PricingTable = table): PriceDraft {
  const named = namedIn(table);
  const old = namedIn(before);
  return {
    amounts: Object.fromEntries(amountCells.map(({ path, kind }) => [path, amountText(String(at(table, path)), kind)])),
    lists: recordOf(nameLists, (list) => {
      const there = new Set(old[list].map(([name]) => name));
      return named[list].map(([name, value]) => ({
        was: nameIn(list, name, there, table),
        name,
        value: amountText(value, kindOf(list)),
      }));
    }),
    steps: recordOf(stepLists, (list) =>
      stepsIn(table)[list].upTo.map(([bound, value]) => ({ bound: String(bound), value })),
    ),
  };
}

const put = (document: Record<string, unknown>, path: string, value: unknown): void => {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let part = document;
  for (const key of keys) {
    part[key] ??= {};
    part = part[key] as Record<string, unknown>;
  }
  part[last] = value;
};

/** Past names after this draft: what was renamed continues under its alias, what is gone is retired. */
function pastNames({ lists }: PriceDraft, base: PricingTable): NonNullable<PricingTable["names"]> {
  const old = namedIn(base);
  const past = base.names ?? { renamed: [], retired: [] };
  const used = (list: NameList, name: string) => lists[list].some((row) => row.name === name);
  const newName = (list: NameList, name: string) => lists[list].find(({ was }) => was === name)?.name;
  const fresh = nameLists.flatMap((list) =>
    lists[list]
      .filter(({ was, name }) => was !== "" && was !== name)
      .map(({ was, name }) => [list, was, name] as const),
  );
  const gone = nameLists.flatMap((list) =>
    old[list].filter(([name]) => newName(list, name) === undefined).map(([name]) => [list, name] as const),
  );
  const renamed = past.renamed.map(([list, from, to]) => [list, from, newName(list, to) ?? to] as const);
  const aliasesOfGone = renamed.filter(([list, , to]) => !used(list, to)).map(([list, from]) => [list, from] as const);
  const isOver = ([list, name]: readonly [NameList, ...string[]]) => !used(list, name ?? "");
  const unique = <R extends readonly string[]>(rows: readonly R[]): R[] => [
    ...new Map(rows.map((row) => [`${row[0]}\n${row[1]}`, row])).values(),
  ];
  return {
    renamed: unique([...renamed, ...fresh].filter(isOver)).filter(([list, , to]) => used(list, to)),
    retired: unique([...past.retired, ...aliasesOfGone, ...gone].filter(isOver)),
  };
}

const boundOf = (text: string): number | string => {
  const bound = readCount(text);
  return bound.ok ? bound.value : text;
};

/** The document that a draft would publish over `base`, not checked. */
export function documentOf(draft: PriceDraft, base: PricingTable): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  for (const { path } of amountCells) put(document, path, (draft.amounts[path] ?? "").trim());
  for (const list of nameLists) {
    const rows = draft.lists[list].map((row) => ({ ...row, name: row.name.trim(), value: row.value.trim() }));
    if (list !== "quizTests.subjects")
      put(
        document,
        list,
        rows.map(({ name, value }) => [name, value]),
      );
    else
      for (const tier of tiers)
        put(
          document,
          `quizTests.tiers.${tier}.subjects`,
          rows.filter(({ value }) => value === tier).map((r) => r.name),
        );
  }
  for (const list of stepLists)
    put(
      document,
      `${list}.upTo`,
      draft.steps[list].map(({ bound, value }) => [boundOf(bound), value.trim()]),
    );
  const names = pastNames(draft, base);
  if (names.renamed.length + names.retired.length > 0) document.names = names;
  return document;
}
