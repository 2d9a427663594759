import { hourMs } from "#src/shared/units.ts";
import { defaultMinimumLeadHours } from "../domain/default-table.ts";
import type { Service } from "../domain/names.ts";
import { price } from "../domain/price.ts";
import { readQuoteInput } from "../domain/quote-input.ts";
import type { PricingTable } from "../domain/tables.ts";
import { draftOf } from "./draft.ts";

type Sample = {
  readonly id: string;
  readonly part: string;
  readonly label: string;
  readonly hours: number;
  readonly fields: Readonly<Record<string, string | number>> & { service: Service };
};

const first = (
  table: PricingTable,
  list:
    | "technical.programming.projectType"
    | "technical.calculations.course"
    | "technical.calculations.software"
    | "quizTests.testType",
): string => draftOf(table).lists[list][0]?.name ?? "";

/** Orders that show what a change of prices means, by tab. */
export const samplesFor = (table: PricingTable): readonly Sample[] => [
  {
    id: "essay",
    part: "non-technical",
    label: "Psychology, 5 pages, 6 days",
    hours: 144,
    fields: { service: "non-technical", subject: "Psychology", pages: 5, citedSources: 6 },
  },
  {
    id: "editing",
    part: "non-technical",
    label: "Editing, 12 pages, 10 days",
    hours: 240,
    fields: { service: "non-technical", orderType: "editing", subject: "History", pages: 12 },
  },
  {
    id: "report",
    part: "technical",
    label: "Engineering, 6 pages, 60 hours",
    hours: 60,
    fields: { service: "technical", subject: "Engineering", pages: 6, citedSources: 5 },
  },
  {
    id: "program",
    part: "programming",
    label: "Medium program, 4 days",
    hours: 96,
    fields: {
      service: "programming",
      projectSize: "medium",
      projectType: first(table, "technical.programming.projectType"),
    },
  },
  {
    id: "calculation",
    part: "calculations",
    label: "3 calculations, 36 hours",
    hours: 36,
    fields: {
      service: "calculations",
      course: first(table, "technical.calculations.course"),
      software: first(table, "technical.calculations.software"),
      pages: 3,
    },
  },
  {
    id: "course",
    part: "coursework",
    label: "Coursework, Law",
    hours: 336,
    fields: { service: "coursework", subject: "Law" },
  },
  {
    id: "test",
    part: "quizzes",
    label: "Test, Mathematics, advanced",
    hours: 72,
    fields: {
      service: "test",
      subject: "Mathematics",
      difficulty: "advanced",
      testType: first(table, "quizTests.testType"),
    },
  },
  { id: "quiz", part: "quizzes", label: "Quiz", hours: 72, fields: { service: "quiz" } },
];

/** The lines and total of a sample under a table; null where the table does not sell it any more. */
export function priceSample(table: PricingTable, { fields, hours }: Sample, now: Date) {
  const sent = { ...fields, deadline: new Date(now.getTime() + hours * hourMs).toISOString() };
  const read = readQuoteInput(table, sent, { mode: "json", now, minimumLeadHours: defaultMinimumLeadHours });
  return read.ok ? price(table, read.input, now) : null;
}
