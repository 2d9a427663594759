import { expect, test } from "vitest";
import { orderIn } from "#src/modules/orders/domain/order-in.test-support.ts";
import { sumsOfStep } from "./sums-of-step.ts";

const order = { ...orderIn("completed"), priceCents: 9_240, refundedCents: 240, unpaidCents: 0, discount: null };

test.each([
  ["give-back", { refundCents: 50 }, ["Refund $0.50 of $90.00"]],
  ["decide-refund", { refundCents: 9_000 }, ["Refund $90.00 of $90.00"]],
  ["decide-refund", {}, ["Refund $90.00 of $90.00"]],
  ["decide-complete", {}, ["Accept the work"]],
  ["decide-refund", { refundCents: 0 }, ["End the order without a refund"]],
  ["decide-refund", { refundCents: 9_001 }, []],
  ["decide-resume", { deadline: new Date(0) }, ["Let the writer continue"]],
  ["decide-reassign", {}, ["Look for another writer"]],
  ["decide-complete", { refundCents: 100 }, ["Refund $1.00 of $90.00"]],
  ["give-back", { refundCents: 9_001 }, []],
  ["cancel", { cause: "client", refundSeenCents: "4500" }, ["Refund $45.00 of $90.00"]],
  ["cancel", { refundSeenCents: "0" }, []],
  ["confirm-payment", { cents: 30, reference: "ABC" }, ["Confirm a transfer of $0.30 (price $92.40)"]],
  ["assign", { writerId: "1" }, []],
])("%s with %o repeats %o", (step, raw, texts) => {
  expect(sumsOfStep(step, raw, order).map(({ text }) => text)).toEqual(texts);
});
