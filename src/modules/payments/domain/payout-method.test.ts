import { expect, test } from "vitest";
import { accountError, bareAccount, grouped } from "./payout-method.ts";

test("an IBAN is checked by its digits; other account numbers by their form", () => {
  for (const good of ["GB33 BUKB 2020 1555 5555 55", "de89370400440532013000", "000123456789", "1234-5678"])
    expect(accountError(good)).toBeNull();
  expect(accountError("GB33 BUKB 2020 1555 5555 56")).toContain("typing mistake");
  expect(accountError("GB33 BUKB")).toContain("United Kingdom has 22 letters and digits, this one has 8");
  expect(accountError(" ")).toContain("Write the IBAN");
  expect(accountError("12!4567")).toContain("letters and digits");
});

test.each([
  "IBAN DE89 3704 0044 0532 0130 00",
  "iban: de89370400440532013000",
  "IBANDE89370400440532013000",
  "DE89-3704-0044-0532-0130-00",
  "\u00a0DE89\u202f370400440532013000 ",
])("%s is the same account, without the word IBAN, spaces and small letters", (text) => {
  expect(accountError(text)).toBeNull();
  expect(bareAccount(text)).toBe("DE89370400440532013000");
});

test.each([
  ["DE89 3704 0044 0532 0130 0", "An IBAN of Germany has 22 letters and digits, this one has 21"],
  ["NO93 8601 1117 9470", "An IBAN of Norway has 15 letters and digits, this one has 16"],
  ["DE89 3704 0044 0532 0130 01", "typing mistake"],
  ["GB33 BUK1 2020 1555 5555 55", "typing mistake"],
  ["ZZ89 3704 0044 0532 0130 00", "No IBAN begins with ZZ"],
  ["IBAN 12345", "No IBAN begins with IB"],
])("%s is no IBAN: %s", (text, message) => expect(accountError(text)).toContain(message));

test("an IBAN is shown in groups of four", () => {
  expect(grouped("gb33bukb20201555555555")).toBe("GB33 BUKB 2020 1555 5555 55");
  expect(grouped("000123456789")).toBe("000123456789");
});
