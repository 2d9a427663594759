import type { Preset } from "#src/modules/catalogue/index.ts";
import { type Calculation, startCalculation } from "#src/modules/pricing/index.screens.ts";
import { fromPrices, type PricingTable, WORDS_PER_PAGE } from "#src/modules/pricing/index.ts";
import { decimal, toCents } from "#src/shared/decimal.ts";
import { formatUsd } from "#src/shared/money.ts";

export type Fact = { readonly key: string; readonly term: string; readonly value: string; readonly unit?: string };

/** What a service page says in figures, all out of the price table: a few facts, and its preset as an example. */
export type Example = {
  readonly facts: readonly Fact[];
  readonly calculation: Calculation;
  readonly label: string;
};

const usd = (amount: string): string => formatUsd(toCents(decimal(amount)));
const fact = (term: string, value: string, unit?: string): Fact => ({ key: term, term, value, ...(unit && { unit }) });

const shortest = (hours: number): Fact => fact("Shortest deadline", String(hours), hours === 1 ? "hour" : "hours");

const page = fact("One page", String(WORDS_PER_PAGE), "words");

const editingFrom = (table: PricingTable, orderType: string | undefined): number => {
  const from = fromPrices(table);
  if (orderType === "editing") return from.editingPage;
  return orderType === "proofreading" ? from.proofreadingPage : from.essayPage;
};

const factsOf = (table: PricingTable, { service, fields }: Preset, hours: number): readonly Fact[] => {
  const from = fromPrices(table);
  const near = shortest(hours);
  switch (service) {
    case "non-technical":
      return [
        fact("From", formatUsd(editingFrom(table, fields.orderType)), "a page"),
        page,
        fact("Cited source", usd(table.nonTech.citationFee), "each"),
        near,
      ];
    case "technical":
      return [
        fact("From", formatUsd(from.technicalPage), "a page"),
        page,
        fact("Cited source", usd(table.technical.writing.citationFee), "each"),
        near,
      ];
    case "programming":
      return [
        fact("Sizes from", formatUsd(from.programming.least)),
        fact("to", formatUsd(from.programming.most)),
        fact("Kinds", String(table.technical.programming.projectType.length)),
        near,
      ];
    case "calculations":
      return [
        fact("From", formatUsd(from.calculations), "a task"),
        fact("Courses", String(table.technical.calculations.course.length)),
        fact("Software", String(table.technical.calculations.software.length), "kinds"),
        near,
      ];
    case "coursework":
      return [
        fact("From", formatUsd(from.coursework), "a course"),
        fact("Subjects", String(table.coursework.subjects.length)),
        near,
      ];
    case "quiz":
      return [fact("Fixed price", formatUsd(from.quiz), "a quiz"), near];
    case "test":
      return [
        fact("From", formatUsd(from.test), "a test"),
        fact("Kinds of test", String(table.quizTests.testType.length)),
        fact("Levels", String(Object.keys(table.quizTests.difficulty).length)),
        near,
      ];
  }
};

const counted = (count: string | undefined, one: string, many: string): string =>
  `${count ?? "0"} ${count === "1" ? one : many}`;

/** The preset in words: "4 pages of Philosophy, 5 cited sources". */
const presetLabel = ({ service, fields }: Preset): string => {
  const writing = `${counted(fields.pages, "page", "pages")} of ${fields.subject}, ${counted(fields.citedSources, "cited source", "cited sources")}`;
  if (service === "non-technical")
    return fields.orderType === "writing" ? writing : `${fields.orderType} of ${writing}`;
  if (service === "technical") return writing;
  if (service === "programming") return `a ${fields.projectSize} project, ${fields.projectType}`;
  if (service === "calculations")
    return `${counted(fields.pages, "task", "tasks")} in ${fields.course} with ${fields.software}`;
  return fields.subject ?? "";
};

/** `hours`: how near a deadline may be. Every figure is computed from the table by the price engine. */
export const exampleOf = (table: PricingTable, preset: Preset, hours: number): Example => ({
  facts: factsOf(table, preset, hours),
  calculation: startCalculation(table, preset, "UTC"),
  label: presetLabel(preset),
});
