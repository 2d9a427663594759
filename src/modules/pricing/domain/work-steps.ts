import { counted } from "#src/shared/counted.ts";
import { add, type Decimal, decimal, formatDecimal, multiply, subtract, toCents, whole } from "#src/shared/decimal.ts";
import { type Cents, formatUsdExact } from "#src/shared/money.ts";
import { type Spacing, tiers } from "./names.ts";
import type { QuoteInput } from "./quote-input.ts";
import { type Amount, amountNamed, type PricingTable, type SubjectTable } from "./tables.ts";

export type LineCode =
  | "work"
  | "order-type"
  | "spacing"
  | "sources"
  | "size"
  | "complexity"
  | "software"
  | "tier"
  | "difficulty"
  | "type"
  | "deadline";

/** One line of the slip. `cents` is its effect on the rounded total, `exact` the same in unrounded dollars. */
export type PriceLine = {
  readonly code: LineCode;
  readonly label: string;
  /** The arithmetic in words. */
  readonly detail: string;
  readonly cents: Cents;
  readonly exact: string;
};

/** A step from one running total to the next, both exact dollars. */
export type BreakdownStep = {
  readonly code: LineCode;
  readonly label: string;
  readonly detail: (before: Decimal) => string;
  readonly next: (before: Decimal) => Decimal;
};

const first = (code: LineCode, label: string, detail: string, amount: Decimal): BreakdownStep => ({
  code,
  label,
  detail: () => detail,
  next: () => amount,
});

export const times = (code: LineCode, label: string, factor: Amount): BreakdownStep => ({
  code,
  label,
  detail: (before) => `× ${factor} on ${formatUsdExact(before)}`,
  next: (before) => multiply(before, decimal(factor)),
});

const zero = decimal("0");

/** The running total after these steps, in exact dollars, without a word about it. */
export const totalAfter = (steps: readonly BreakdownStep[]): Decimal =>
  steps.reduce((total, { next }) => next(total), zero);

/** Writes the lines: each is the difference of the rounded running total, so that they always add up. */
export const writeBreakdown = (steps: readonly BreakdownStep[]): { lines: readonly PriceLine[]; total: Decimal } => {
  let total = zero;
  const lines = steps.map(({ code, label, detail, next }): PriceLine => {
    const before = total;
    total = next(before);
    const cents = toCents(total) - toCents(before);
    return { code, label, detail: detail(before), cents, exact: formatDecimal(subtract(total, before), 2) };
  });
  return { lines, total };
};

/** The steps of a price before its deadline, the factors used, and whether the subject was unknown. */
export type WorkSteps = {
  readonly steps: readonly BreakdownStep[];
  readonly factors: Readonly<Record<string, string>>;
  readonly unknownSubject: boolean;
};

type Of<S extends QuoteInput["service"]> = Extract<QuoteInput, { service: S }>;

const usd = (amount: Amount): string => formatUsdExact(decimal(amount));
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const priceOf = (table: SubjectTable, subject: string): { name: string; rate: Amount; unknownSubject: boolean } => {
  const rate = amountNamed(table.subjects, subject);
  if (rate === undefined) return { name: "Other subjects", rate: table.default, unknownSubject: true };
  return { name: subject, rate, unknownSubject: false };
};

const spacingLabels: Record<Spacing, string> = {
  single: "Single spacing",
  oneAndHalf: "1.5 spacing",
  double: "Double spacing",
};

const pagesStep = (label: string, name: string, rate: Amount, pages: number): BreakdownStep =>
  first(
    "work",
    `${label}, ${counted(pages, "page")}`,
    `${name}: ${usd(rate)} a page, ${pages} × ${usd(rate)}`,
    multiply(decimal(rate), whole(pages)),
  );

const sourcesStep = (count: number, fee: Amount): BreakdownStep => ({
  code: "sources",
  label: counted(count, "cited source", "cited sources"),
  detail: () => `${usd(fee)} for each source`,
  next: (before) => add(before, multiply(decimal(fee), whole(count))),
});

const nonTechnical = ({ nonTech }: PricingTable, input: Of<"non-technical">): WorkSteps => {
  const { name, rate, unknownSubject } = priceOf(nonTech, input.subject);
  const orderType = nonTech.orderType[input.orderType];
  const spacing = nonTech.spacing[input.spacing];
  return {
    steps: [
      pagesStep(capital(input.orderType), name, rate, input.pages),
      times("order-type", `Order type: ${input.orderType}`, orderType),
      times("spacing", spacingLabels[input.spacing], spacing),
      sourcesStep(input.citedSources, nonTech.citationFee),
    ],
    factors: { rate, orderType, spacing, citationFee: nonTech.citationFee },
    unknownSubject,
  };
};

const technical = ({ technical: { writing } }: PricingTable, input: Of<"technical">): WorkSteps => {
  const { name, rate, unknownSubject } = priceOf(writing, input.subject);
  const spacing = writing.spacing[input.spacing];
  return {
    steps: [
      pagesStep("Technical writing", name, rate, input.pages),
      times("spacing", spacingLabels[input.spacing], spacing),
      sourcesStep(input.citedSources, writing.citationFee),
    ],
    factors: { rate, spacing, citationFee: writing.citationFee },
    unknownSubject,
  };
};

/** A named value that the input was checked against. */
const known = (value: Amount | undefined, name: string): Amount => {
  if (value === undefined)
    throw new Error(`The price table has no value for ${name}: the input was not checked against it`);
  return value;
};

const programming = ({ technical: { programming: table } }: PricingTable, input: Of<"programming">): WorkSteps => {
  const size = table.projectSize[input.projectSize];
  const complexity = known(amountNamed(table.projectType, input.projectType), input.projectType);
  const detail = `${capital(input.projectSize)} size: ${usd(size)}`;
  return {
    steps: [
      first("size", `Programming, ${input.projectSize} project`, detail, decimal(size)),
      times("complexity", `Complexity: ${input.projectType}`, complexity),
    ],
    factors: { projectSize: size, complexity },
    unknownSubject: false,
  };
};

const calculations = ({ technical: { calculations: table } }: PricingTable, input: Of<"calculations">): WorkSteps => {
  const rate = known(amountNamed(table.course, input.course), input.course);
  const software = known(amountNamed(table.software, input.software), input.software);
  const one = multiply(decimal(rate), decimal(table.baseMultiplier));
  const detail = `${input.course}: ${usd(rate)} × ${table.baseMultiplier}, ${input.pages} × ${formatUsdExact(one)}`;
  return {
    steps: [
      first("work", `Calculations, quantity ${input.pages}`, detail, multiply(one, whole(input.pages))),
      times("software", `Software: ${input.software}`, software),
    ],
    factors: { rate, baseMultiplier: table.baseMultiplier, software },
    unknownSubject: false,
  };
};

const coursework = (table: PricingTable, input: Of<"coursework">): WorkSteps => {
  const { name, rate, unknownSubject } = priceOf(table.coursework, input.subject);
  const label = `Coursework, ${unknownSubject ? "other subject" : input.subject}`;
  return {
    steps: [first("work", label, `${name}: ${usd(rate)} a course`, decimal(rate))],
    factors: { rate },
    unknownSubject,
  };
};

const quiz = ({ quizTests }: PricingTable): WorkSteps => ({
  steps: [first("work", "Quiz", `Fixed price: ${usd(quizTests.quiz)}`, decimal(quizTests.quiz))],
  factors: { rate: quizTests.quiz },
  unknownSubject: false,
});

const test = ({ quizTests }: PricingTable, input: Of<"test">): WorkSteps => {
  const tier = tiers.find((name) => quizTests.tiers[name].subjects.includes(input.subject));
  const rate = tier ? quizTests.tiers[tier].price : quizTests.default;
  const difficulty = quizTests.difficulty[input.difficulty];
  const testType = known(amountNamed(quizTests.testType, input.testType), input.testType);
  return {
    steps: [
      first(
        "tier",
        tier ? `Test, ${tier} tier` : "Test, other subject",
        `${tier ? input.subject : "Other subjects"}: ${usd(rate)}`,
        decimal(rate),
      ),
      times("difficulty", `Difficulty: ${input.difficulty}`, difficulty),
      times("type", `Test type: ${input.testType.replaceAll("-", " ")}`, testType),
    ],
    factors: { rate, difficulty, testType },
    unknownSubject: tier === undefined,
  };
};

/** The formula of the input's service up to the deadline. */
export const workSteps = (table: PricingTable, input: QuoteInput): WorkSteps => {
  switch (input.service) {
    case "non-technical":
      return nonTechnical(table, input);
    case "technical":
      return technical(table, input);
    case "programming":
      return programming(table, input);
    case "calculations":
      return calculations(table, input);
    case "coursework":
      return coursework(table, input);
    case "quiz":
      return quiz(table);
    case "test":
      return test(table, input);
  }
};
