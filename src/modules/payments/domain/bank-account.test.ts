import { expect, test } from "vitest";
import { accountError, grouped } from "./bank-account.ts";

test("an IBAN is checked by its digits; other account numbers by their form", () => {
  for (const good of ["GB33 BUKB 2020 1555 5555 55", "de89370400440532013000", "000123456789", "1234-5678"])
    expect(accountError(good)).toBeNull();
  expect(accountError("GB33 BUKB 2020 1555 5555 56")).toContain("typing mistake");
  expect(accountError("GB33 BUKB")).toContain("15 to 34");
  expect(accountError(" ")).toContain("Write the IBAN");
  expect(accountError("12!4567")).toContain("letters and digits");
});

test("an IBAN is shown in groups of four", () => {
  expect(grouped("gb33bukb20201555555555")).toBe("GB33 BUKB 2020 1555 5555 55");
  expect(grouped("000123456789")).toBe("000123456789");
});
