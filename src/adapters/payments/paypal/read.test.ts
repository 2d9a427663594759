import { expect, test } from "vitest";
import { disputeOf } from "./read.ts";

const outcomes = {
  RESOLVED_BUYER_FAVOUR: "lost",
  RESOLVED_SELLER_FAVOUR: "won",
  RESOLVED_WITH_PAYOUT: "won",
  CANCELED_BY_BUYER: "won",
  ACCEPTED: "lost",
  DENIED: "won",
  NONE: "won",
};

test.each(Object.entries(outcomes))("a dispute that ended as %s is %s", (code, state) => {
  const reported = {
    dispute_id: "PP-D-1",
    status: "RESOLVED",
    dispute_life_cycle_stage: "CHARGEBACK",
    dispute_amount: { currency_code: "USD", value: "10.00" },
    disputed_transactions: [{ seller_transaction_id: "1AB" }],
    dispute_outcome: { outcome_code: code },
  };
  expect(disputeOf(reported)).toMatchObject({ reference: "PP-D-1", transaction: "1AB", cents: 1_000, state });
});
