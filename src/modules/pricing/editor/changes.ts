import { nameLists } from "../domain/past-names.ts";
import type { PriceDraft } from "./draft.ts";
import { amountCells, beyondOf, type NamedList, type Part, parts, stepLists } from "./layout.ts";

/** One difference between two tables, as a sentence can say it; null: not there. */
export type PriceChange = {
  readonly cell: string;
  readonly part: string;
  readonly where: string;
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly factor: boolean;
};

const rowsChanged = (part: Part, { list, title, kind }: NamedList, before: PriceDraft, after: PriceDraft) => {
  const place = { part: part.id, where: title, factor: kind === "factor" };
  const found: PriceChange[] = [];
  const old = new Map(before.lists[list].map((row) => [row.name, row]));
  for (const { was, name, value } of after.lists[list]) {
    const mine = was === "" ? undefined : old.get(was);
    const cell = `${list}:${was || name}`;
    if (!mine) found.push({ ...place, cell, label: `${name || "New entry"} (new)`, from: null, to: value });
    else {
      if (mine.name !== name)
        found.push({ ...place, cell: `${cell}:name`, label: "Name", from: mine.name, to: name, factor: false });
      if (mine.value !== value) found.push({ ...place, cell, label: name, from: mine.value, to: value });
    }
  }
  for (const [name, { value }] of old)
    if (!after.lists[list].some(({ was }) => was === name))
      found.push({ ...place, cell: `${list}:${name}`, label: `${name} (retired)`, from: value, to: null });
  const kept = after.lists[list].filter(({ was }) => old.has(was)).map(({ was }) => was);
  const wasOrder = [...old.keys()].filter((name) => kept.includes(name));
  if (kept.join("\n") !== wasOrder.join("\n"))
    found.push({ ...place, cell: `${list}:order`, label: "Order of the list", from: "", to: "changed", factor: false });
  return found;
};

const stepText = (steps: PriceDraft["steps"][(typeof stepLists)[number]]): string =>
  steps.map(({ bound, value }) => `up to ${bound}: × ${value}`).join(", ");

/** All differences from `before` to `after`, in the order in which the tabs show them. */
export const changesBetween = (before: PriceDraft, after: PriceDraft): readonly PriceChange[] =>
  parts.flatMap((part) => {
    const named = part.lists.flatMap((list) => rowsChanged(part, list, before, after));
    const cells = [
      ...part.lists.flatMap(({ title, other }) => (other ? [{ ...other, where: title }] : [])),
      ...part.groups.flatMap(({ title, cells: own }) => own.map((cell) => ({ ...cell, where: title }))),
      ...part.steps.map(({ list, title }) => ({ ...beyondOf(list), where: title })),
    ];
    const amounts = cells.flatMap(({ path, label, kind, where }): PriceChange[] => {
      const [from = "", to = ""] = [before.amounts[path], after.amounts[path]];
      return from === to ? [] : [{ cell: path, part: part.id, where, label, from, to, factor: kind === "factor" }];
    });
    const steps = part.steps.flatMap(({ list, title }): PriceChange[] => {
      const [from, to] = [stepText(before.steps[list]), stepText(after.steps[list])];
      return from === to ? [] : [{ cell: list, part: part.id, where: title, label: "Steps", from, to, factor: false }];
    });
    return [...named, ...amounts, ...steps];
  });

/** Cells that both sides changed, each to something else. */
export const clashes = (base: PriceDraft, mine: PriceDraft, theirs: PriceDraft) => {
  const yours = new Map(changesBetween(base, mine).map((change) => [change.cell, change]));
  return changesBetween(base, theirs).flatMap((change) => {
    const own = yours.get(change.cell);
    return own && own.to !== change.to ? [{ ...change, mine: own.to }] : [];
  });
};

/** The draft over a table that was published meanwhile (as a draft of itself over `base`): what the draft changed stays, all else is theirs. */
export function mergeDraft(base: PriceDraft, mine: PriceDraft, theirs: PriceDraft): PriceDraft {
  const amounts = Object.fromEntries(
    amountCells.map(({ path }) => {
      const own = mine.amounts[path] ?? "";
      return [path, own === base.amounts[path] ? (theirs.amounts[path] ?? own) : own];
    }),
  );
  const lists = { ...mine.lists };
  for (const list of nameLists) lists[list] = mergeRows(base.lists[list], mine.lists[list], theirs.lists[list]);
  const steps = { ...mine.steps };
  for (const list of stepLists)
    if (stepText(mine.steps[list]) === stepText(base.steps[list])) steps[list] = theirs.steps[list];
  return { amounts, lists, steps };
}

type Rows = PriceDraft["lists"][NamedList["list"]];

function mergeRows(base: Rows, mine: Rows, theirs: Rows): Rows {
  const merged = mine.flatMap((row) => {
    if (row.was === "") return [row];
    const before = base.find(({ name }) => name === row.was);
    const now = theirs.find(({ was }) => was === row.was);
    if (!now || !before) return before && sameRow(before, row) ? [] : [{ ...row, was: "" }];
    const name = row.name === row.was ? now.name : row.name;
    return [{ was: now.name, name, value: row.value === before.value ? now.value : row.value }];
  });
  const taken = new Set(mine.map(({ was }) => was));
  const added = theirs.filter(
    ({ was, name }) => (was === "" || !base.some((row) => row.name === was)) && !taken.has(name),
  );
  return [...merged, ...added.map(({ name, value }) => ({ was: name, name, value }))];
}

const sameRow = (a: Rows[number], b: Rows[number]): boolean => a.name === b.name && a.value === b.value;
