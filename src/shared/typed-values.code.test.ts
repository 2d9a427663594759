import { expect, test } from "vitest";
import { plainCode } from "./typed-values.ts";

test.each([
  ["as it is", "123456", "123456"],
  ["full-width digits", "１２３４５６", "123456"],
  ["digits of other scripts", "١٢٣۴۵۶ १२ ๙", "123456129"],
  ["mathematical digits", "𝟏𝟐𝟑𝟗𝟘𝟡", "123909"],
  ["spaces of every width", " 12\u00a03\u20094\u30005\t6 ", "123456"],
  ["characters that nobody sees", "\ufeff12\u200b34\u200d\u206056\u00ad\u202e", "123456"],
  ["dashes of every length", "spring\u201320\u201426\u2212x\uff0dy", "SPRING-20-26-X-Y"],
  ["small and full-width letters", "ａb7c", "AB7C"],
])("%s", (_what, typed, kept) => {
  expect(plainCode(typed)).toBe(kept);
});
