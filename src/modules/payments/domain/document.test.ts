import { expect, test } from "vitest";
import { type DocumentNumber, documentNumber, readDocumentNumber } from "./document.ts";

test.each<[DocumentNumber, string]>([
  [{ kind: "receipt", test: false, year: 2026, number: 123 }, "R-2026-000123"],
  [{ kind: "credit-note", test: true, year: 2027, number: 1_234_567 }, "TC-2027-1234567"],
])("%j is read and written as %s", (number, text) => {
  expect(documentNumber(number)).toBe(text);
  expect(readDocumentNumber(text)).toEqual(number);
});

test.each(["", "R-26-000001", "X-2026-000001", "R-2026-1", "R-2026-000001.pdf"])("%j is no number", (text) => {
  expect(readDocumentNumber(text)).toBeNull();
});
