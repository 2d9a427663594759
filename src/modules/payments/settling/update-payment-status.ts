import { type Payable, type PaymentNews, recordPayment } from "#src/modules/orders/index.server.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import { paymentStatusOf } from "../domain/payment-status.ts";
import { type Books, readBooks } from "./books.ts";

type PlainEvent = Extract<PaymentNews["event"], "awaiting" | "failed" | "refunded" | "released" | "void">;

/** The one payment word of an order, from its books as they stand in this transaction. */
export const paymentStatusFor = (order: Pick<Payable, "status">, books: Books) =>
  paymentStatusOf({
    cancelled: order.status === "cancelled",
    charges: books.charges,
    attempts: books.attempts,
    ledger: books.ledger,
  });

/**
 * Writes the word to the order when it has changed, and always that a transfer is waited for: on a running order that
 * changes no word. The caller holds the order's lock. */
export async function updatePaymentStatus(work: Work, order: Payable, event: PlainEvent): Promise<Outcome<null>> {
  const paymentStatus = paymentStatusFor(order, await readBooks(work.tx, order.id));
  const recorded = await recordPayment(work, { orderId: order.id, paymentStatus, event });
  return recorded.ok ? done(null) : recorded;
}

/** The same where charges were opened or voided, or attempts at them begun or closed, and no money moved. */
export async function updateOwed(work: Work, order: Payable): Promise<void> {
  const books = await readBooks(work.tx, order.id);
  const open = new Set(books.charges.filter(({ state }) => state === "open").map(({ id }) => id));
  const recorded = await recordPayment(work, {
    orderId: order.id,
    paymentStatus: paymentStatusFor(order, books),
    event: "owed",
    transferWaits: books.attempts.some((one) => one.state === "awaiting_transfer" && open.has(one.chargeId)),
  });
  if (!recorded.ok) throw new Error(recorded.message);
}
