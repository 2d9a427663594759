import { formatUsd } from "#src/shared/money.ts";

/** Tax that prices contain: `rate` in hundredths of a percent, 0 where none is named. */
export type TaxFacts = { name: string; rate: number };

/** Cents of tax inside a price, half a cent up; whole numbers only. */
export const taxContained = (cents: number, rate: number): number => {
  const all = 10_000 + rate;
  return Math.floor((2 * cents * rate + all) / (2 * all));
};

const percent = (rate: number): string => `${rate / 100}%`;

/** The sentence about tax that is known. */
export const taxSentence = (taxCents: number, { name, rate }: TaxFacts): string =>
  rate === 0
    ? "The price includes tax where it applies."
    : `The price includes ${percent(rate)} ${name || "tax"}: ${formatUsd(taxCents)}.`;

/** The sentence under the total of a receipt. */
export const taxLabel = (cents: number, tax: TaxFacts): string => taxSentence(taxContained(cents, tax.rate), tax);
