import type { Cents } from "#src/shared/money.ts";
import { type Service, services } from "../domain/names.ts";
import { rowOf, totalByRow } from "../domain/price.ts";
import { readQuoteInput } from "../domain/quote-input.ts";
import type { PricingTable } from "../domain/tables.ts";

/** What was sold once: the fields of a quote, when it was priced, and for how much. */
export type SoldWork = {
  readonly number: string;
  readonly cents: Cents;
  readonly pricedAt: string;
  readonly fields: Readonly<Record<string, unknown>>;
};
type Sum = { count: number; before: Cents; after: Cents; refused: number };
type Moved = { number: string; service: Service; before: Cents; after: Cents };
export type Trial = { services: Partial<Record<Service, Sum>>; moved: readonly Moved[] };

const mostMoved = 10;
const noLead = Object.fromEntries(services.map((service) => [service, 0])) as Record<Service, number>;

/** What the same work would have cost at the same moment; null where the table does not sell it. */
function totalUnder(table: PricingTable, { fields, pricedAt }: SoldWork): { service: Service; cents: Cents } | null {
  const now = new Date(pricedAt);
  const read = readQuoteInput(table, fields, { mode: "json", now, minimumLeadHours: noLead });
  if (!read.ok) return null;
  return { service: read.input.service, cents: totalByRow(table, read.input)(rowOf(table, read.input, now)) };
}

const most = (moved: readonly Moved[]): Moved[] =>
  moved
    .filter(({ before, after }) => before !== after)
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.number < b.number ? -1 : 1))
    .slice(0, mostMoved);

/** Prices work again under a table; what it does not sell any more counts with nothing. */
export function tryPrices(table: PricingTable, sold: readonly SoldWork[]): Trial {
  const sums: Partial<Record<Service, Sum>> = {};
  const moved: Moved[] = [];
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
    if (now) moved.push({ number: work.number, service, before: work.cents, after: now.cents });
  }
  return { services: sums, moved: most(moved) };
}

/** Two parts of one trial together. */
export function addTrials(a: Trial, b: Trial): Trial {
  const sums = { ...a.services };
  for (const service of services) {
    const [one, two] = [a.services[service], b.services[service]];
    if (two)
      sums[service] = one
        ? {
            count: one.count + two.count,
            before: one.before + two.before,
            after: one.after + two.after,
            refused: one.refused + two.refused,
          }
        : two;
  }
  return { services: sums, moved: most([...a.moved, ...b.moved]) };
}

export const noTrial: Trial = { services: {}, moved: [] };
