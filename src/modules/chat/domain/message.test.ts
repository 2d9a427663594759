import { expect, test } from "vitest";
import { aboutOrder, nextTimestamp } from "./message.ts";

test("a message from the page of an order names it once", () => {
  expect(aboutOrder("When is it ready?", "7KQ2M4X")).toBe("Order 7KQ2M4X:\nWhen is it ready?");
  expect(aboutOrder("7kq2m4x: when?", "7KQ2M4X")).toBe("7kq2m4x: when?");
  expect(aboutOrder("  ", "7KQ2M4X")).toBe("  ");
});

test.each([
  [null, 2],
  [1, 2],
  [2, 3],
  [3, 4],
])("after a message at %s ms one that is taken at 2 ms stands at %i ms", (last, at) => {
  expect(nextTimestamp(new Date(2), last === null ? null : new Date(last))).toEqual(new Date(at));
});
