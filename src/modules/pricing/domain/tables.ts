import { counted } from "#src/shared/counted.ts";
import { hourMs } from "#src/shared/units.ts";
import type { Difficulty, OrderType, ProjectSize, Service, Spacing, Tier } from "./names.ts";
import type { PastNames } from "./past-names.ts";

/** Dollars or a factor as exact decimal text: "14", "1.75". */
export type Amount = string;

/** Named values in the order in which people read them. Looked up by comparing names, so no name is special. */
export type Named = readonly (readonly [name: string, value: Amount])[];

/** Multipliers by time left: each bound belongs to its own step; `beyond` is for all later deadlines. */
export type DeadlineTable = {
  readonly upTo: readonly (readonly [bound: number, multiplier: Amount])[];
  readonly beyond: Amount;
};

/** Rates by subject and the one for a subject that the list does not have. */
export type SubjectTable = { readonly subjects: Named; readonly default: Amount };

/** The document `settings/pricing`: every rate, factor, fee and threshold. */
export type PricingTable = {
  readonly coursework: SubjectTable;
  readonly nonTech: SubjectTable & {
    readonly orderType: Readonly<Record<OrderType, Amount>>;
    readonly spacing: Readonly<Record<Spacing, Amount>>;
    readonly citationFee: Amount;
    /** Bounds in whole days left. */
    readonly deadlineDays: DeadlineTable;
  };
  readonly technical: {
    readonly writing: SubjectTable & {
      readonly spacing: Readonly<Record<Spacing, Amount>>;
      readonly citationFee: Amount;
    };
    readonly programming: { readonly projectSize: Readonly<Record<ProjectSize, Amount>>; readonly projectType: Named };
    readonly calculations: { readonly course: Named; readonly software: Named; readonly baseMultiplier: Amount };
    /** Bounds in hours left. */
    readonly deadlineHours: DeadlineTable;
  };
  readonly quizTests: {
    readonly quiz: Amount;
    readonly tiers: Readonly<Record<Tier, { readonly price: Amount; readonly subjects: readonly string[] }>>;
    readonly default: Amount;
    readonly difficulty: Readonly<Record<Difficulty, Amount>>;
    readonly testType: Named;
  };
  /** Entries that were renamed or retired since the first version; a table that never was changed has none. */
  readonly names?: PastNames | undefined;
};

/** The value of a name, or undefined. Safe for any text, `__proto__` too. */
export const amountNamed = (list: Named, name: string): Amount | undefined =>
  list.find(([known]) => known === name)?.[1];

export const namesOf = (list: Named): readonly string[] => list.map(([name]) => name);

/** All subjects that have a test price, cheapest tier first. */
export const testSubjects = (table: PricingTable): readonly string[] => {
  const { standard, premium, high } = table.quizTests.tiers;
  return [...standard.subjects, ...premium.subjects, ...high.subjects];
};

/** The subjects a service knows; empty for services that have none. */
export const subjectsOf = (table: PricingTable, service: Service): readonly string[] => {
  if (service === "non-technical") return namesOf(table.nonTech.subjects);
  if (service === "technical") return namesOf(table.technical.writing.subjects);
  if (service === "coursework") return namesOf(table.coursework.subjects);
  return service === "test" ? testSubjects(table) : [];
};

/** Every subject, course and kind of project that work is sold in, once each, by name. */
export const allSubjects = (table: PricingTable): readonly string[] => {
  const { writing, programming, calculations } = table.technical;
  const names = [
    ...namesOf(table.nonTech.subjects),
    ...namesOf(writing.subjects),
    ...namesOf(table.coursework.subjects),
    ...testSubjects(table),
    ...namesOf(calculations.course),
    ...namesOf(programming.projectType),
  ];
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "en"));
};

export type ServiceDeadlines = { readonly unit: "days" | "hours"; readonly table: DeadlineTable };

/** The deadline table of a service with its unit; null where the deadline does not change the price. */
export const deadlinesOf = (table: PricingTable, service: Service): ServiceDeadlines | null => {
  if (service === "non-technical") return { unit: "days", table: table.nonTech.deadlineDays };
  if (service === "technical" || service === "programming" || service === "calculations")
    return { unit: "hours", table: table.technical.deadlineHours };
  return null;
};

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
