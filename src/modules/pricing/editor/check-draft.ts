import { hasUnseen, unseenProblem } from "#src/shared/characters.ts";
import { figures } from "#src/shared/counted.ts";
import { formatDecimal } from "#src/shared/decimal.ts";
import { readCount, readDecimal } from "#src/shared/typed-values.ts";
import { tiers } from "../domain/names.ts";
import { nameLists } from "../domain/past-names.ts";
import type { PricingTable } from "../domain/tables.ts";
import { amountWithin, type Bounds, checkPricingTable, factors, fees, prices } from "./check-table.ts";
import { type DraftRow, type DraftStep, documentOf, draftOf, type PriceDraft } from "./draft.ts";
import { type AmountKind, amountCells, namedLists, parts, type StepList, stepLists } from "./layout.ts";

/** Messages by the name of the cell in the form. */
export type CellErrors = Readonly<Record<string, string>>;
export type CheckedDraft = {
  readonly errors: CellErrors;
  /** What would be published; null while something is wrong. */
  readonly table: PricingTable | null;
};

/** Names of the controls of the editor. */
export const rowCell = (list: string, at: number, part: "was" | "name" | "value" | "bound"): string =>
  `${list}:${at}:${part}`;

const boundsOf: Record<AmountKind, Bounds> = { price: prices, fee: fees, factor: factors };

function amountProblem(text: string, kind: AmountKind): string | null {
  const { least, most } = boundsOf[kind];
  const typed = readDecimal(text);
  if (!typed.ok) return typed.message;
  const amount = amountWithin(formatDecimal(typed.value), boundsOf[kind]);
  return amount ? null : `Enter a number from ${least} to ${figures(Number(most))}.`;
}

function nameProblem(rows: readonly DraftRow[], at: number): string | null {
  const name = rows[at]?.name.trim() ?? "";
  if (name === "") return "Enter a name.";
  if (hasUnseen(name)) return unseenProblem;
  if (name.length > 80) return "Use at most 80 characters.";
  const same = rows.findIndex((row) => row.name.trim().toLowerCase() === name.toLowerCase());
  return same < at ? "This name is in the list twice." : null;
}

const longest: Record<StepList, number> = { "nonTech.deadlineDays": 365, "technical.deadlineHours": 8760 };

function boundProblem(list: StepList, steps: readonly DraftStep[], at: number): string | null {
  const bound = readCount(steps[at]?.bound ?? "", { least: 1, most: longest[list] });
  if (!bound.ok) return bound.message;
  const before = readCount(steps[at - 1]?.bound ?? "0");
  return before.ok && bound.value <= before.value ? `This step must end after the one above (${before.value}).` : null;
}

const emptyProblem = (count: number, most: number): string | null =>
  count === 0 || count > most ? `This list must have 1 to ${most} entries.` : null;

function problems(draft: PriceDraft): [string, string | null][] {
  const named = namedLists.flatMap(({ list, kind }) =>
    draft.lists[list].flatMap((row, at): [string, string | null][] => [
      [rowCell(list, at, "name"), nameProblem(draft.lists[list], at)],
      [
        rowCell(list, at, "value"),
        kind === "tier"
          ? tiers.some((tier) => tier === row.value)
            ? null
            : "Choose a tier."
          : amountProblem(row.value, kind),
      ],
    ]),
  );
  const steps = stepLists.flatMap((list) =>
    draft.steps[list].flatMap((step, at): [string, string | null][] => [
      [rowCell(list, at, "bound"), boundProblem(list, draft.steps[list], at)],
      [rowCell(list, at, "value"), amountProblem(step.value, "factor")],
    ]),
  );
  return [
    ...amountCells.map(({ path, kind }): [string, string | null] => [
      path,
      amountProblem(draft.amounts[path] ?? "", kind),
    ]),
    ...named,
    ...steps,
    ...nameLists.map((list): [string, string | null] => [list, emptyProblem(draft.lists[list].length, 200)]),
    ...stepLists.map((list): [string, string | null] => [list, emptyProblem(draft.steps[list].length, 12)]),
  ];
}

/** What is wrong with a draft, by cell; without a fault, the table that it would publish over `base`. */
export function checkDraft(draft: PriceDraft, base: PricingTable): CheckedDraft {
  const wrong = problems(draft).filter((entry): entry is [string, string] => entry[1] !== null);
  if (wrong.length > 0) return { errors: Object.fromEntries(wrong), table: null };
  const checked = checkPricingTable(documentOf(draft, base));
  if (checked.ok) return { errors: {}, table: checked.table };
  return { errors: Object.fromEntries(checked.errors.map(({ path, message }) => [path, message])), table: null };
}

/** The table to preview with: cells that are wrong have their value of `base`. */
export function previewTable(draft: PriceDraft, base: PricingTable): PricingTable {
  const { errors, table } = checkDraft(draft, base);
  if (table) return table;
  const old = draftOf(base);
  const amounts = Object.fromEntries(
    Object.entries(draft.amounts).map(([path, text]) => [path, errors[path] ? (old.amounts[path] ?? text) : text]),
  );
  const lists = { ...draft.lists };
  for (const list of nameLists)
    lists[list] = draft.lists[list].flatMap((row, at) => {
      if (!errors[rowCell(list, at, "name")] && !errors[rowCell(list, at, "value")]) return [row];
      return old.lists[list].filter(({ was }) => was === row.was);
    });
  const steps = { ...draft.steps };
  for (const list of stepLists)
    if (Object.keys(errors).some((key) => key.startsWith(`${list}:`) || key === list)) steps[list] = old.steps[list];
  return checkDraft({ amounts, lists, steps }, base).table ?? base;
}

/** How many faults each tab has. */
export const faultsByPart = (errors: CellErrors): Readonly<Record<string, number>> =>
  Object.fromEntries(parts.map((part) => [part.id, Object.keys(errors).filter((key) => belongs(part.id, key)).length]));

const belongs = (partId: string, cell: string): boolean => {
  const part = parts.find(({ id }) => id === partId);
  const [list = cell] = cell.split(":");
  return Boolean(
    part?.lists.some((one) => one.list === list || one.other?.path === cell) ||
      part?.steps.some((one) => one.list === list || `${one.list}.beyond` === cell) ||
      part?.groups.some((group) => group.cells.some(({ path }) => path === cell)),
  );
};
