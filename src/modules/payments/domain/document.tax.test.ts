import { expect, test } from "vitest";
import { taxContained, taxLabel } from "./document.ts";

test.each([
  [11_900, 1_900, 1_900],
  [11_250, 1_900, 1_796],
  [100, 0, 0],
  [1, 5_000, 0],
  [3, 5_000, 1],
  [12_600, 875, 1_014],
])("of %i cents at %i hundredths of a percent, %i cents are tax", (cents, rate, tax) => {
  expect(taxContained(cents, rate)).toBe(tax);
});

test("the sentence names rate and amount, and promises nothing where no tax is named", () => {
  expect(taxLabel(11_900, { name: "VAT", rate: 1_900 })).toBe("The price includes 19% VAT: $19.00.");
  expect(taxLabel(12_600, { name: "", rate: 875 })).toBe("The price includes 8.75% tax: $10.14.");
  expect(taxLabel(100, { name: "VAT", rate: 0 })).toBe("The price includes tax where it applies.");
});
