import { compare, type Decimal, decimal, multiply, toCents } from "#src/shared/decimal.ts";
import type { Cents } from "#src/shared/money.ts";
import type { Amount, DeadlineTable, Named, PricingTable, SubjectTable } from "./tables.ts";

/** The lowest price of each kind of work, in cents. Sizes of programming are base prices, before complexity and deadline. */
export type FromPrices = {
  readonly essayPage: Cents;
  readonly editingPage: Cents;
  readonly proofreadingPage: Cents;
  readonly coursework: Cents;
  readonly technicalPage: Cents;
  readonly programming: { readonly sizes: number; readonly least: Cents; readonly most: Cents };
  readonly calculations: Cents;
  readonly quiz: Cents;
  readonly test: Cents;
};

const sorted = (amounts: readonly Amount[]): readonly Decimal[] => amounts.map(decimal).sort(compare);
const least = (amounts: readonly Amount[]): Decimal => sorted(amounts)[0] ?? decimal("1");
const most = (amounts: readonly Amount[]): Decimal => sorted(amounts).at(-1) ?? decimal("1");
const amountsOf = (list: Named): Amount[] => list.map(([, amount]) => amount);
const ratesOf = (table: SubjectTable): Amount[] => [...amountsOf(table.subjects), table.default];
const multipliersOf = (table: DeadlineTable): Amount[] => [
  ...table.upTo.map(([, multiplier]) => multiplier),
  table.beyond,
];
const cents = (...factors: Decimal[]): Cents => toCents(factors.reduce(multiply));

/** "From" figures computed from the table: lowest rate, lowest factors, one page or one piece. */
export const fromPrices = ({ coursework, nonTech, technical, quizTests }: PricingTable): FromPrices => {
  const later = least(multipliersOf(technical.deadlineHours));
  const page = multiply(least(ratesOf(nonTech)), least(Object.values(nonTech.spacing)));
  const essay = (orderType: Amount): Cents =>
    cents(page, decimal(orderType), least(multipliersOf(nonTech.deadlineDays)));
  const { calculations } = technical;
  const sizes = Object.values(technical.programming.projectSize);
  const tests = [...Object.values(quizTests.tiers).map((tier) => tier.price), quizTests.default];
  return {
    essayPage: essay(nonTech.orderType.writing),
    editingPage: essay(nonTech.orderType.editing),
    proofreadingPage: essay(nonTech.orderType.proofreading),
    coursework: cents(least(ratesOf(coursework))),
    technicalPage: cents(least(ratesOf(technical.writing)), least(Object.values(technical.writing.spacing)), later),
    programming: { sizes: sizes.length, least: cents(least(sizes)), most: cents(most(sizes)) },
    calculations: cents(
      least(amountsOf(calculations.course)),
      decimal(calculations.baseMultiplier),
      least(amountsOf(calculations.software)),
      later,
    ),
    quiz: cents(decimal(quizTests.quiz)),
    test: cents(least(tests), least(Object.values(quizTests.difficulty)), least(amountsOf(quizTests.testType))),
  };
};
