import { type Cents, formatUsd } from "#src/shared/money.ts";
import { hourMs } from "#src/shared/units.ts";
import { rowOf, totalByRow } from "./price.ts";
import type { QuoteInput } from "./quote-input.ts";
import { type Amount, type DeadlineRow, deadlineRows, type PricingTable, spokenBound } from "./tables.ts";

const QUARTER = hourMs / 4;

/** Server time + bound hours, rounded down to the quarter hour. */
export const stepDeadline = (serverNow: Date, boundHours: number): Date =>
  new Date(Math.floor((serverNow.getTime() + boundHours * hourMs) / QUARTER) * QUARTER);

/** One step of the deadline steps. */
export type DeadlineStep = {
  /** "24 hours", "7 days", "8 days +". */
  readonly label: string;
  /** Null for the last step, which has no bound. */
  readonly boundHours: number | null;
  readonly multiplier: Amount;
  /** What choosing the step sets as the deadline. The last step sets one day more than the last bound. */
  readonly deadline: Date;
  /** The total of the current input with this deadline. */
  readonly totalCents: Cents;
  /** True where the current deadline falls. */
  readonly chosen: boolean;
  /** False when the step is nearer than the minimum lead. */
  readonly available: boolean;
};

const hoursToSet = (row: DeadlineRow, rows: readonly DeadlineRow[]): number =>
  row.boundHours ?? (rows.at(-2)?.boundHours ?? 0) + 24;

/** The deadline steps for an input: every step of its service's table with its total; empty where the deadline has no effect. */
export const deadlineSteps = (
  table: PricingTable,
  input: QuoteInput,
  serverNow: Date,
  minimumLeadHours: number,
): readonly DeadlineStep[] => {
  const rows = deadlineRows(table, input.service);
  const current = rowOf(table, input, serverNow);
  const totalOf = totalByRow(table, input);
  return rows.map((row) => {
    const hours = hoursToSet(row, rows);
    const deadline = stepDeadline(serverNow, hours);
    return {
      label: row.boundHours === null ? `${spokenBound(hours)} +` : spokenBound(hours),
      boundHours: row.boundHours,
      multiplier: row.multiplier,
      deadline,
      totalCents: totalOf(rowOf(table, { ...input, deadline }, serverNow)),
      chosen: current?.boundHours === row.boundHours,
      available: deadline.getTime() - serverNow.getTime() >= minimumLeadHours * hourMs,
    };
  });
};

/** The next later step that costs less than the current deadline: its label, the new total, what is saved. */
export type LaterDeadline = {
  readonly label: string;
  readonly totalCents: Cents;
  readonly savingCents: Cents;
};

/** Null without a deadline, on the cheapest step, or where the deadline has no effect. */
export const laterDeadline = (steps: readonly DeadlineStep[], totalCents: Cents): LaterDeadline | null => {
  const at = steps.findIndex(({ chosen }) => chosen);
  const next = at < 0 ? undefined : steps.slice(at + 1).find((step) => step.available && step.totalCents < totalCents);
  if (!next) return null;
  return { label: next.label, totalCents: next.totalCents, savingCents: totalCents - next.totalCents };
};

/** "With 8 days or more, the total is $99.00. You save $13.50." In days, so that it is the same in every zone. */
export const laterDeadlineMessage = ({ label, totalCents, savingCents }: LaterDeadline): string =>
  `With ${label.replace(/ \+$/, " or more")}, the total is ${formatUsd(totalCents)}. You save ${formatUsd(savingCents)}.`;
