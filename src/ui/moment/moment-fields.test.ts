import { expect, test } from "vitest";
import { dayTotal, timesWith } from "./moment-fields.tsx";

test.each([
  [9_240, { about: false, text: "$92.40" }],
  [99_999, { about: false, text: "$999.99" }],
  [100_000, { about: true, text: "$1,000" }],
  [100_001, { about: true, text: "$1,001" }],
  [12_345_678, { about: true, text: "$123,457" }],
])("a day of %i cents shows %o", (cents, shown) => expect(dayTotal(cents)).toEqual(shown));

test("the times are quarter hours, with the chosen time among them", () => {
  expect(timesWith("18:00")).toHaveLength(96);
  expect(timesWith("")[95]).toBe("23:45");
  expect(timesWith("18:07").slice(72, 75)).toEqual(["18:00", "18:07", "18:15"]);
});
