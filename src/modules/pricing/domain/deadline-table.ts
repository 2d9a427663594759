import { counted } from "#src/shared/counted.ts";
import { hourMs } from "#src/shared/units.ts";
import type { Service } from "./names.ts";
import { type Amount, deadlinesOf, type PricingTable, type ServiceDeadlines } from "./tables.ts";

/** One row of a deadline table with its bound in hours; null for "everything later". */
export type DeadlineRow = { readonly boundHours: number | null; readonly multiplier: Amount };

const hoursOf = (unit: ServiceDeadlines["unit"], bound: number): number => (unit === "days" ? bound * 24 : bound);

/** All rows of a service's deadline table, nearest first; empty where the deadline has no effect on the price. */
export const deadlineRows = (table: PricingTable, service: Service): readonly DeadlineRow[] => {
  const deadlines = deadlinesOf(table, service);
  if (!deadlines) return [];
  const { unit, table: steps } = deadlines;
  const rows = steps.upTo.map(([bound, multiplier]) => ({ boundHours: hoursOf(unit, bound), multiplier }));
  return [...rows, { boundHours: null, multiplier: steps.beyond }];
};

/**
 * The row for a time left in milliseconds. A bound belongs to its own row: exactly 12 hours is "up to 12 hours".
 * Whole days left, rounded up, against whole days are the same comparison as exact hours against days x 24.
 */
export const rowFor = (rows: readonly DeadlineRow[], millisecondsLeft: number): DeadlineRow | undefined =>
  rows.find(({ boundHours }) => boundHours === null || millisecondsLeft <= boundHours * hourMs);

/** "12 hours", "24 hours", "2 days". */
export const spokenBound = (hours: number): string => {
  if (hours === 1) return "1 hour";
  return hours > 24 && hours % 24 === 0 ? counted(hours / 24, "day") : counted(hours, "hour");
};

/** The row in words for the slip: "up to 7 days", "8 days or more" (whole days), "more than 7 days" (hours). */
export const spokenRow = (row: DeadlineRow, rows: readonly DeadlineRow[], unit: ServiceDeadlines["unit"]): string => {
  if (row.boundHours !== null) return `up to ${spokenBound(row.boundHours)}`;
  const last = rows.at(-2)?.boundHours ?? 0;
  return unit === "days" ? `${counted(last / 24 + 1, "day")} or more` : `more than ${spokenBound(last)}`;
};
