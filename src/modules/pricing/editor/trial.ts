import type { Cents } from "#src/shared/money.ts";
import { type Service, services } from "../domain/names.ts";
import { rowOf, totalByRow } from "../domain/price.ts";
import { readQuoteInput } from "../domain/quote-input.ts";
import type { PricingTable } from "../domain/tables.ts";

/** What was sold once: the fields of a quote, when it was priced, and for how much. */
export type SoldWork = {
  readonly id: string;
  readonly cents: Cents;
  readonly pricedAt: string;
  readonly fields: Readonly<Record<string, unknown>>;
};
type Sum = { count: number; before: Cents; after: Cents; refused: number };
/** One work under both tables. */
export type Repriced = { id: string; service: Service; before: Cents; after: Cents };
/** Whether the new price is higher or lower. */
export type Direction = "more" | "same" | "less";
export const directionOf = ({ before, after }: Pick<Repriced, "before" | "after">): Direction =>
  after === before ? "same" : after > before ? "more" : "less";

/** `directions` counts what is sold under both; `highest`: the highest old prices of all, and of those with more and less. */
export type Trial = {
  services: Partial<Record<Service, Sum>>;
  directions: Readonly<Record<Direction, number>>;
  highest: Readonly<Record<"all" | "more" | "less", readonly Repriced[]>>;
};

const mostListed = 100;
const noLead = Object.fromEntries(services.map((service) => [service, 0])) as Record<Service, number>;

/** What the same work would have cost at the same moment; null where the table does not sell it. */
function totalUnder(table: PricingTable, { fields, pricedAt }: SoldWork): { service: Service; cents: Cents } | null {
  const now = new Date(pricedAt);
  const read = readQuoteInput(table, fields, { mode: "json", now, minimumLeadHours: noLead });
  if (!read.ok) return null;
  return { service: read.input.service, cents: totalByRow(table, read.input)(rowOf(table, read.input, now)) };
}

const highestOf = (works: readonly Repriced[]): Repriced[] =>
  works.toSorted((a, b) => b.before - a.before || (a.id < b.id ? -1 : 1)).slice(0, mostListed);

const listed = (works: readonly Repriced[]): Trial["highest"] => ({
  all: highestOf(works),
  more: highestOf(works.filter((one) => directionOf(one) === "more")),
  less: highestOf(works.filter((one) => directionOf(one) === "less")),
});

/** Prices work again under a table; what it does not sell any more counts with nothing. */
export function tryPrices(table: PricingTable, sold: readonly SoldWork[]): Trial {
  const sums: Partial<Record<Service, Sum>> = {};
  const works: Repriced[] = [];
  const directions = { more: 0, same: 0, less: 0 };
  for (const work of sold) {
    const service = services.find((one) => one === work.fields.service);
    if (!service) continue;
    const now = totalUnder(table, work);
    sums[service] ??= { count: 0, before: 0, after: 0, refused: 0 };
    const sum = sums[service];
    sum.count += 1;
    sum.before += work.cents;
    sum.after += now?.cents ?? 0;
    sum.refused += now ? 0 : 1;
    if (!now) continue;
    const one = { id: work.id, service, before: work.cents, after: now.cents };
    directions[directionOf(one)] += 1;
    works.push(one);
  }
  return { services: sums, directions, highest: listed(works) };
}
