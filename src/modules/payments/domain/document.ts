import { formatUsd } from "#src/shared/money.ts";

const documentKinds = ["receipt", "credit-note"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export type DocumentNumber = { kind: DocumentKind; test: boolean; year: number; number: number };

const letters: Readonly<Record<DocumentKind, string>> = { receipt: "R", "credit-note": "C" };

/** "R-2026-000123", "C-2026-000004"; demo and test orders: "TR-2026-000001". */
export const documentNumber = ({ kind, test, year, number }: DocumentNumber): string =>
  `${test ? "T" : ""}${letters[kind]}-${year}-${String(number).padStart(6, "0")}`;

const shape = /^(T?)([RC])-(\d{4})-(\d{6,9})$/;

/** The parts of a number as people read it; null for anything else. */
export function readDocumentNumber(text: string): DocumentNumber | null {
  const [, mark, letter, year, number] = shape.exec(text) ?? [];
  const kind = documentKinds.find((one) => letters[one] === letter);
  return kind ? { kind, test: mark === "T", year: Number(year), number: Number(number) } : null;
}

export const documentLabels: Readonly<Record<DocumentKind, string>> = {
  receipt: "Receipt",
  "credit-note": "Credit note",
};

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
