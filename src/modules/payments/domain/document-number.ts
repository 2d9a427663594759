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
