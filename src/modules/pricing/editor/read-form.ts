import { rowCell } from "./check-draft.ts";
import { amountText, type PriceDraft } from "./draft.ts";
import { cellsOf, type Part, type StepList } from "./layout.ts";

type Typed = Readonly<Record<string, string>>;
const mostRows = 210;

const text = (typed: Typed, name: string): string =>
  (Object.hasOwn(typed, name) ? (typed[name] ?? "") : "").slice(0, 200);
const has = (typed: Typed, name: string): boolean => Object.hasOwn(typed, name);

const rowsIn = <R>(typed: Typed, list: string, first: "name" | "bound", read: (at: number) => R): R[] => {
  const rows: R[] = [];
  for (let at = 0; at < mostRows && has(typed, rowCell(list, at, first)); at += 1) rows.push(read(at));
  return rows;
};

/** The draft with what a form of one tab says. A form without rows of a list leaves the list as it is. */
export function readTyped(draft: PriceDraft, part: Part, typed: Typed): PriceDraft {
  const amounts = { ...draft.amounts };
  for (const { path, kind } of cellsOf(part)) if (has(typed, path)) amounts[path] = amountText(text(typed, path), kind);
  const lists = { ...draft.lists };
  for (const { list, kind } of part.lists) {
    const rows = rowsIn(typed, list, "name", (at) => ({
      was: text(typed, rowCell(list, at, "was")),
      name: text(typed, rowCell(list, at, "name")),
      value: amountText(text(typed, rowCell(list, at, "value")), kind),
    }));
    if (rows.length > 0) lists[list] = rows;
  }
  const steps = { ...draft.steps };
  for (const { list } of part.steps) {
    const rows = rowsIn(typed, list, "bound", (at) => ({
      bound: text(typed, rowCell(list, at, "bound")),
      value: amountText(text(typed, rowCell(list, at, "value")), "factor"),
    }));
    if (rows.length > 0) steps[list] = rows;
  }
  return { amounts, lists, steps };
}

const change = <R>(rows: readonly R[], verb: string, at: number, fresh: R): readonly R[] => {
  if (verb === "add") return rows.length < 200 ? [...rows, fresh] : rows;
  if (!(at >= 0 && at < rows.length)) return rows;
  if (verb === "remove") return rows.toSpliced(at, 1);
  const to = verb === "up" ? at - 1 : at + 1;
  const row = rows[at];
  return row === undefined || to < 0 || to >= rows.length ? rows : rows.toSpliced(at, 1).toSpliced(to, 0, row);
};

/** The entry at `at` of the table that the draft began with, put back: its name and value, or the whole row. */
export function putBack(draft: PriceDraft, base: PriceDraft, part: Part, list: string, name: string): PriceDraft {
  const cell = cellsOf(part).find(({ path }) => path === list);
  if (cell) return { ...draft, amounts: { ...draft.amounts, [cell.path]: base.amounts[cell.path] ?? "" } };
  const steps = part.steps.find((one) => one.list === list)?.list;
  if (steps) return { ...draft, steps: { ...draft.steps, [steps]: base.steps[steps] } };
  const named = part.lists.find((one) => one.list === list)?.list;
  const old = named && base.lists[named].find((row) => row.name === name);
  if (!named || !old) return draft;
  const rows = draft.lists[named];
  const there = rows.some(({ was }) => was === name);
  const put = there ? rows.map((row) => (row.was === name ? old : row)) : [...rows, old];
  return { ...draft, lists: { ...draft.lists, [named]: put } };
}

/** One press of a button beside a row: `add`, `remove`, `up` or `down`. */
export function changeRows(draft: PriceDraft, part: Part, verb: string, list: string, at: number): PriceDraft {
  const named = part.lists.find((one) => one.list === list);
  if (named) {
    const fresh = { was: "", name: "", value: named.kind === "tier" ? "standard" : "" };
    return { ...draft, lists: { ...draft.lists, [named.list]: change(draft.lists[named.list], verb, at, fresh) } };
  }
  const steps: StepList | undefined = part.steps.find((one) => one.list === list)?.list;
  if (!steps) return draft;
  const fresh = { bound: "", value: "" };
  return { ...draft, steps: { ...draft.steps, [steps]: change(draft.steps[steps], verb, at, fresh) } };
}
