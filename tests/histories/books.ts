import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { capturesOf, cents as centsOf, refundsOf } from "#fakes/paypal/books.ts";
import { ledgerBalances } from "#src/modules/payments/queries/ledger-balances.ts";
import { isUnsent } from "#src/modules/payments/refunds/refund-rows.ts";
import { heldLeft, readBooks } from "#src/modules/payments/settling/books.ts";
import { disputes } from "#src/modules/payments/tables.ts";
import { receiptNamed } from "#src/modules/payments/transfer/transfer-books.ts";
import { rowOf } from "#tests/support/payments.ts";
import type { Fixture } from "./fixture.ts";

/** A payment as its provider or bank knows it, with the dispute about it. */
type Theirs = { cents: number; back: number; dispute: { cents: number; state: "open" | "won" | "lost" } | null };

/** What all providers and the bank say, by transaction. */
export function theirBooks({ stripe, paypal, statement }: Fixture): ReadonlyMap<string, Theirs> {
  const all = new Map<string, Theirs>();
  for (const intent of stripe.bank.books.intents.values()) {
    const back = intent.latest_charge?.amount_refunded ?? 0;
    all.set(intent.id, { cents: intent.amount_received, back, dispute: null });
  }
  for (const order of paypal.bank.books.orders.values())
    for (const capture of capturesOf(order)) {
      const back = refundsOf(order).reduce((sum, { amount }) => sum + centsOf(amount), 0);
      all.set(capture.id, { cents: centsOf(capture.amount), back, dispute: null });
    }
  for (const [reference, { cents, back }] of statement) all.set(reference, { cents, back, dispute: null });
  const question = (transaction: string, dispute: Theirs["dispute"]) => {
    const one = all.get(transaction);
    if (one) all.set(transaction, { ...one, dispute });
  };
  for (const { payment_intent, amount: cents, status } of stripe.bank.books.disputes.values())
    question(payment_intent, { cents, state: status === "won" ? "won" : status === "lost" ? "lost" : "open" });
  for (const { disputed_transactions, dispute_amount, dispute_outcome } of paypal.bank.books.disputes.values()) {
    const outcome = dispute_outcome?.outcome_code;
    const state = outcome ? (outcome === "RESOLVED_SELLER_FAVOUR" ? "won" : "lost") : "open";
    question(disputed_transactions[0]?.seller_transaction_id ?? "", { cents: centsOf(dispute_amount), state });
  }
  return all;
}

const sum = (all: readonly { cents: number }[]): number => all.reduce((total, { cents }) => total + cents, 0);
const aside: readonly string[] = ["surplus", "review", "part"];

/** Our books of an order beside theirs. Returns the transactions that are in ours. */
export async function compareOrder(fixture: Fixture, orderId: string, at: string): Promise<readonly string[]> {
  const { db } = fixture.runtime;
  const { balances, broken } = await ledgerBalances(db, { orderId });
  expect(broken, at).toEqual([]);
  const books = await readBooks(db, orderId);
  const questioned = await db.select().from(disputes).where(eq(disputes.orderId, orderId));
  for (const charge of books.charges) {
    const mine = books.settlements.filter(
      ({ chargeId, verdict }) => chargeId === charge.id && (verdict === "settle" || verdict === "tip"),
    );
    expect(sum(mine), `${at}: ${charge.purpose}`).toBe(charge.state === "settled" ? charge.cents : 0);
  }
  if (questioned.every(({ state }) => state === "won")) {
    expect(books.refunds.filter(isUnsent), `${at}: money that did not go back`).toEqual([]);
    const { status } = await rowOf(fixture.runtime, orderId);
    expect(heldLeft(status, books), `${at}: held by an order that has ended`).toBe(0);
  }
  const theirs = theirBooks(fixture);
  // An order that a code paid whole was settled with nothing, which no provider knows.
  const received = books.settlements.filter(({ cents }) => cents > 0);
  const ours = [...Map.groupBy(received, ({ transaction }) => receiptNamed(transaction))].map(
    ([transaction, parts]) => {
      const ids = parts.map(({ id }) => id);
      const sent = books.refunds.filter(
        ({ settlementId, state }) => ids.includes(settlementId) && state === "succeeded",
      );
      const taken = questioned.filter(({ settlementId, state }) => ids.includes(settlementId) && state !== "won");
      return { transaction, cents: sum(parts), back: sum(sent), lost: sum(taken), parts };
    },
  );
  const plain = ours.map(({ transaction, cents, back, lost }) => ({ transaction, cents, back, lost }));
  expect(plain, at).toEqual(
    ours.map(({ transaction }) => {
      const { cents, back, dispute } = theirs.get(transaction) ?? {};
      return { transaction, cents, back, lost: dispute && dispute.state !== "won" ? dispute.cents : 0 };
    }),
  );
  const total = (pick: (one: (typeof ours)[number]) => number) => ours.reduce((cents, one) => cents + pick(one), 0);
  expect(0 - balances.client, at).toBe(total(({ cents }) => cents));
  expect(balances.refunds, at).toBe(total(({ back }) => back));
  expect(balances.chargebacks, at).toBe(total(({ lost }) => lost));
  const waits = books.settlements
    .filter(({ verdict }) => aside.includes(verdict))
    .map((one) => {
      const gone = books.refunds.filter(({ settlementId, state }) => settlementId === one.id && state === "succeeded");
      const lost = questioned.filter(({ settlementId, state }) => settlementId === one.id && state !== "won");
      return { ...one, left: one.cents - sum(gone) - sum(lost) };
    });
  expect(balances.surplus, at).toBe(waits.reduce((cents, { left }) => cents + left, 0));
  return ours.map(({ transaction }) => transaction);
}
