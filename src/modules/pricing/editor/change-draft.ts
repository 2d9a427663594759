import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { defaultPricingTable } from "../domain/default-table.ts";
import { canEditPrices } from "../domain/policy.ts";
import type { PricingTable } from "../domain/tables.ts";
import { type LoadedPricing, loadPricing } from "../queries/load-pricing.ts";
import { priceDrafts, publications } from "../tables.ts";
import { mergeDraft } from "./changes.ts";
import { rowCell } from "./check-draft.ts";
import { amountText, draftOf, type PriceDraft } from "./draft.ts";
import { cellsOf, type Part, partNamed, type StepList } from "./layout.ts";

const input = z.strictObject({
  /** What to do besides keeping what was typed: `save`, `discard`, `merge`, `defaults`, `from:<id>`, `back:<list>:<name>`, `add|remove|up|down:<list>:<row>`. */
  step: z.string().max(200),
  part: z.string().max(40),
  seen: z.string().max(12),
  typed: z.record(z.string().max(200), z.string().max(10_000)),
});
type Input = z.infer<typeof input>;
type Row = typeof priceDrafts.$inferSelect;

const elsewhere = refuse(
  "conflict",
  "You also changed this draft in another tab or on another device. You see its newest version. Make your last change again.",
);

const keep = async (work: Work, row: Row): Promise<void> => {
  await work.tx.insert(priceDrafts).values(row).onConflictDoUpdate({ target: priceDrafts.personId, set: row });
};

const startedRow = (personId: string, now: Date, { table, version }: LoadedPricing): Row => ({
  personId,
  baseVersion: version,
  base: table,
  draft: draftOf(table),
  revision: 0,
  updatedAt: now,
});

async function copyOf(work: Work, id: string, current: PricingTable): Promise<PriceDraft | null> {
  if (!isId(id)) return null;
  const [found] = await work.tx.select().from(publications).where(eq(publications.id, id));
  return found ? draftOf(found.table, current) : null;
}

/** The draft after the step; null when the step is not known. */
async function stepped(work: Work, row: Row, { step, part: partId, typed }: Input): Promise<PriceDraft | null> {
  const part = partNamed(partId);
  if (!part) return null;
  if (step === "defaults") return draftOf(defaultPricingTable, row.base);
  const [verb = "", list = "", at = ""] = step.split(":");
  if (verb === "from") return copyOf(work, list, row.base);
  const taken = readTyped(row.draft, part, typed);
  if (step === "save") return taken;
  if (verb === "back") return putBack(taken, draftOf(row.base), part, list, step.split(":").slice(2).join(":"));
  return ["add", "remove", "up", "down"].includes(verb) ? changeRows(taken, part, verb, list, Number(at)) : null;
}

/** The draft on the version that is published by now, with what it changed. */
const rebased = (row: Row, { table, version }: LoadedPricing): Row => ({
  ...row,
  baseVersion: version,
  base: table,
  draft: mergeDraft(draftOf(row.base), row.draft, draftOf(table, row.base)),
});

async function change(work: Work, personId: string, sent: Input, current: LoadedPricing): Promise<Outcome<number>> {
  const [stored] = await work.tx.select().from(priceDrafts).where(eq(priceDrafts.personId, personId)).for("update");
  if (sent.step === "discard") {
    await work.tx.delete(priceDrafts).where(eq(priceDrafts.personId, personId));
    return done(0);
  }
  const row = stored ?? startedRow(personId, work.now, current);
  if (sent.seen !== String(row.revision)) return elsewhere;
  const next = sent.step === "merge" ? rebased(row, current) : { ...row, draft: await stepped(work, row, sent) };
  if (!next.draft) return notFound();
  const revision = row.revision + 1;
  await keep(work, { ...next, draft: next.draft, revision, updatedAt: work.now });
  return done(revision);
}

/**
 * Changes the own draft of the price list; nothing is published by it. Needs `prices`. Refuses conflict when the draft
 * was changed since the page was made, unavailable while the price list cannot be read.
 */
export const changeDraft = command<Input, number>("pricing.change-draft", {
  input,
  run: async (work, sent) => {
    const { viewer } = work;
    if (viewer.kind !== "person" || !canEditPrices(viewer)) return notFound();
    const current = await loadPricing(work.tx, work.now);
    return current.ok ? change(work, viewer.id, sent, current.value) : current;
  },
});

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

const changedRows = <R>(rows: readonly R[], verb: string, at: number, fresh: R): readonly R[] => {
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
    return { ...draft, lists: { ...draft.lists, [named.list]: changedRows(draft.lists[named.list], verb, at, fresh) } };
  }
  const steps: StepList | undefined = part.steps.find((one) => one.list === list)?.list;
  if (!steps) return draft;
  const fresh = { bound: "", value: "" };
  return { ...draft, steps: { ...draft.steps, [steps]: changedRows(draft.steps[steps], verb, at, fresh) } };
}
