import { expect, test } from "vitest";
import { days, hours, orderIn } from "./order-in.test-support.ts";
import { withWriter } from "./states.ts";
import { payWait } from "./step-money.ts";

test.each([
  ["in_progress", {}, { for: "work", at: hours(90) }],
  ["revision_requested", { writerDeadline: hours(120) }, { for: "work", at: hours(120) }],
  ["on_hold", {}, { for: "hold", at: hours(10) }],
  ["delivered", {}, { for: "review", at: new Date(hours(50).getTime() + 7 * 86_400_000) }],
  ["delivered", { unpaidCents: 5_000 }, { for: "second-payment", at: hours(50) }],
  ["disputed", {}, { for: "dispute", at: hours(60) }],
  ["completed", { completedAt: days(2) }, { for: "changes", at: days(16) }],
  ["completed", { completedAt: days(2), pages: 20 }, { for: "changes", at: days(32) }],
] as const)("the pay of an order that is %s with %o is held for %o", (status, known, wait) => {
  expect(payWait(orderIn(status, known))).toEqual(wait);
});

test("every work that a writer has says what its pay waits for; an offer is no pay yet", () => {
  const silent = withWriter.filter((status) => payWait(orderIn(status)) === null);
  expect(silent).toEqual(["assigned"]);
  expect(payWait(orderIn("refunded"))).toBeNull();
});
