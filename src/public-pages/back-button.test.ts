import { expect, test } from "vitest";
import { keepsScroll } from "./back-button.ts";

test.each([
  ["/admin", 3, true],
  ["/admin/orders", 3, true],
  ["/administration", 3, false],
  ["/dashboard", 2, true],
  ["/dashboard/earnings", 2, true],
  ["/dashboard", 1, false],
  ["/dashboard/orders/x", 1, false],
  ["/faq", 2, false],
  ["/faq", 3, false],
  ["/", undefined, false],
])("%s, seen by role %s: Back leads to the place it was left at: %s", (path, role, kept) => {
  expect(keepsScroll(path, role)).toBe(kept);
});
