import { expect, test } from "vitest";
import { counted, countLabel } from "./count-label.ts";

test.each([
  [0, "0"],
  [99, "99"],
  [100, "more than 99"],
])("%i is spoken as %s", (count, text) => expect(countLabel(count, 99)).toBe(text));

test("one is one, others are many", () => {
  expect([counted(1, "order"), counted(1200, "order"), counted(100, "order", 99)]).toEqual([
    "1 order",
    "1,200 orders",
    "more than 99 orders",
  ]);
});
