import { expect, test } from "vitest";
import { aboutOrder } from "./message.ts";

test("a message from the page of an order names it once", () => {
  expect(aboutOrder("When is it ready?", "7KQ2M4X")).toBe("Order 7KQ2M4X:\nWhen is it ready?");
  expect(aboutOrder("7kq2m4x: when?", "7KQ2M4X")).toBe("7kq2m4x: when?");
  expect(aboutOrder("  ", "7KQ2M4X")).toBe("  ");
});
