import { describe, expect, test } from "vitest";
import { paymentStatuses } from "#src/modules/orders/index.ts";
import { type Attempt, type AttemptState, type Charge, type ChargePurpose, checkReceipt } from "./charges.ts";
import { balancesOf, refundSurplus, release, settle, surplus } from "./ledger.ts";
import { type PaymentFacts, paymentStatusOf } from "./payment-status.ts";
import { chargeback, refund, reversed } from "./refund-postings.ts";

const charge = (state: Charge["state"], purpose: ChargePurpose = "full", cents = 1_000): Charge => ({
  id: purpose,
  purpose,
  cents,
  currency: "USD",
  state,
});
const attempt = (state: AttemptState, minute: number, chargeId = "full"): Attempt => ({
  chargeId,
  state,
  startedAt: new Date(Date.UTC(2026, 2, 2, 12, minute)),
});
const facts = (some: Partial<PaymentFacts>): PaymentFacts => ({
  cancelled: false,
  charges: [charge("open")],
  attempts: [],
  ledger: [],
  ...some,
});

const one = settle(1_000);
const all = balancesOf([one]);
const settled = { charges: [charge("settled")] };
const taken = chargeback(1_000, all, "operator", 50);

const table: readonly (readonly [string, Partial<PaymentFacts>, string])[] = [
  ["nothing yet", {}, "pending"],
  ["a custom order without a charge", { charges: [] }, "pending"],
  ["a try is running", { attempts: [attempt("started", 1)] }, "pending"],
  ["the window was closed", { attempts: [attempt("closed", 1)] }, "pending"],
  ["the last try failed", { attempts: [attempt("closed", 1), attempt("failed", 2)] }, "failed"],
  ["a new try after a failed one", { attempts: [attempt("started", 2), attempt("failed", 1)] }, "pending"],
  ["a transfer is announced", { attempts: [attempt("awaiting_transfer", 1)] }, "awaiting_confirmation"],
  [
    "announced, then a card failed",
    { attempts: [attempt("awaiting_transfer", 1), attempt("failed", 2)] },
    "awaiting_confirmation",
  ],
  [
    "a failed try of a charge that was voided",
    { charges: [charge("void"), charge("open", "first")], attempts: [attempt("failed", 1)] },
    "pending",
  ],
  ["the last quote was voided, the order lives", { charges: [charge("void")] }, "pending"],
  ["cancelled unpaid", { cancelled: true, charges: [charge("void")] }, "void"],
  [
    "cancelled, and money came later",
    { cancelled: true, charges: [charge("void")], ledger: [surplus(1_000), refundSurplus(1_000)] },
    "void",
  ],
  [
    "the first part of two",
    { charges: [charge("settled", "first"), charge("open", "second")], ledger: [one] },
    "partially_paid",
  ],
  ["an unpaid change", { charges: [charge("settled"), charge("open", "change", 50)], ledger: [one] }, "partially_paid"],
  ["an open tip is not owed", { charges: [charge("settled"), charge("open", "tip", 50)], ledger: [one] }, "paid"],
  ["both parts", { charges: [charge("settled", "first"), charge("settled", "second")], ledger: [one, one] }, "paid"],
  ["paid and held", { ...settled, ledger: [one] }, "paid"],
  ["paid twice, one going back", { ...settled, ledger: [one, surplus(1_000), refundSurplus(1_000)] }, "paid"],
  ["released", { ...settled, ledger: [one, release(1_000, 500)] }, "released"],
  ["a credit", { ...settled, ledger: [one, refund(100, all, "writer", 50)] }, "partially_refunded"],
  [
    "a credit, then the rest released",
    { ...settled, ledger: [one, refund(100, all, "writer", 50), release(900, 400)] },
    "partially_refunded",
  ],
  ["all back", { ...settled, cancelled: true, ledger: [one, refund(1_000, all, "nobody", 50)] }, "refunded"],
  ["charged back", { ...settled, ledger: [one, taken] }, "chargeback"],
  ["a chargeback that was won", { ...settled, ledger: [one, taken, reversed(taken)] }, "paid"],
];

test.each(table)("%s", (_says, some, status) => {
  expect(paymentStatusOf(facts(some))).toBe(status);
});

test("every payment word is derived from something", () => {
  expect(new Set(table.map(([, , status]) => status))).toEqual(new Set(paymentStatuses));
});

describe("what a receipt is", () => {
  const usd = (cents: number) => ({ cents, currency: "USD" });
  test("settles exactly, is surplus when nothing is open, else goes to review", () => {
    expect(checkReceipt(charge("open"), usd(1_000))).toBe("settle");
    expect(checkReceipt(charge("settled"), usd(1_000))).toBe("surplus");
    expect(checkReceipt(charge("void"), usd(1_000))).toBe("surplus");
    expect(checkReceipt(charge("open"), usd(999))).toBe("review");
    expect(checkReceipt(charge("open"), usd(1_001))).toBe("review");
    expect(checkReceipt(charge("open"), { cents: 1_000, currency: "EUR" })).toBe("review");
    expect(checkReceipt(charge("settled"), { cents: 1_000, currency: "EUR" })).toBe("review");
  });
});
