import {
  type Books,
  type Capture,
  capturesOf,
  cents,
  type Dispute,
  money,
  newName,
  type Order,
  orderOf,
  type PayPalEvent,
  type Refund,
  refundsOf,
} from "./books.ts";

export type Bank = {
  books: Books;
  now: () => Date;
  origin: () => string;
  /** How a new refund answers. */
  refunds: { state: Refund["status"] };
  send: (event: object) => void;
};

export const eventOf = (bank: Bank, type: string, resource: object): PayPalEvent => ({
  id: `WH-${newName()}`,
  event_version: "1.0",
  create_time: bank.now().toISOString(),
  resource_type: type.split(".")[1]?.toLowerCase() ?? "",
  event_type: type,
  summary: type,
  resource: structuredClone(resource),
});

function tell(bank: Bank, type: string, resource: object): void {
  const event = eventOf(bank, type, resource);
  bank.books.events.unshift(event);
  bank.send(event);
}

/** The payer agrees on PayPal's page. `payer`: whose account it is, another one each time. */
export function approve(
  bank: Bank,
  id: string,
  end: "review" | "decline" | null = null,
  payer = newName().slice(0, 13),
): Order | undefined {
  const order = bank.books.orders.get(id);
  const approval = bank.books.approvals.get(id);
  if (!order || !approval || order.status !== "PAYER_ACTION_REQUIRED") return order;
  approval.end = end;
  order.status = "APPROVED";
  order.payer = { payer_id: payer };
  tell(bank, "CHECKOUT.ORDER.APPROVED", order);
  return order;
}

/** The shop takes what was agreed to: a capture, or the reason why not. */
export function capture(bank: Bank, order: Order): Capture | string {
  if (capturesOf(order).length > 0) return "ORDER_ALREADY_CAPTURED";
  if (order.status !== "APPROVED") return "ORDER_NOT_APPROVED";
  const end = bank.books.approvals.get(order.id)?.end;
  if (end === "decline") return "INSTRUMENT_DECLINED";
  const [unit] = order.purchase_units;
  if (!unit) return "ORDER_NOT_APPROVED";
  const made: Capture = {
    id: newName(),
    status: end === "review" ? "PENDING" : "COMPLETED",
    amount: unit.amount,
    ...(unit.custom_id && { custom_id: unit.custom_id }),
    ...(unit.invoice_id && { invoice_id: unit.invoice_id }),
    final_capture: true,
    create_time: bank.now().toISOString(),
  };
  unit.payments = { captures: [made] };
  order.status = "COMPLETED";
  if (made.status === "COMPLETED") credit(bank, made);
  else tell(bank, "PAYMENT.CAPTURE.PENDING", made);
  return made;
}

function credit(bank: Bank, made: Capture): void {
  const gross = cents(made.amount);
  const fee = Math.round(gross * 0.0349) + 49;
  made.status = "COMPLETED";
  made.seller_receivable_breakdown = {
    gross_amount: made.amount,
    paypal_fee: money(fee),
    net_amount: money(gross - fee),
  };
  tell(bank, "PAYMENT.CAPTURE.COMPLETED", made);
}

/** PayPal has looked at a payment that it held back. */
export function letThrough(bank: Bank, order: Order, yes: boolean): void {
  for (const one of capturesOf(order)) {
    if (one.status !== "PENDING") continue;
    if (yes) credit(bank, one);
    else {
      one.status = "DECLINED";
      tell(bank, "PAYMENT.CAPTURE.DECLINED", one);
    }
  }
}

const isDisputed = ({ disputes }: Books, captureId: string): boolean =>
  disputes.has(`PP-D-${captureId}`) &&
  disputes.get(`PP-D-${captureId}`)?.dispute_outcome?.outcome_code !== "RESOLVED_SELLER_FAVOUR";

/** Null: more than what is left of the payment, it is charged back, or no such payment. */
export function refund(bank: Bank, captureId: string, amount: number | null, customId?: string): Refund | null {
  const order = orderOf(bank.books, captureId);
  const unit = order?.purchase_units[0];
  const paid = order && capturesOf(order).find(({ id }) => id === captureId);
  if (!order || !unit?.payments || !paid || isDisputed(bank.books, captureId)) return null;
  const gone = refundsOf(order).reduce((sum, one) => sum + (one.status === "FAILED" ? 0 : cents(one.amount)), 0);
  const left = cents(paid.amount) - gone;
  const back = amount ?? left;
  if (back > left) return null;
  const made: Refund = {
    id: newName(),
    status: bank.refunds.state,
    amount: money(back),
    ...(customId && { custom_id: customId }),
    create_time: bank.now().toISOString(),
    links: [{ href: `${bank.origin()}/v2/payments/captures/${captureId}`, rel: "up", method: "GET" }],
  };
  unit.payments.refunds = [...refundsOf(order), made];
  if (made.status === "COMPLETED") {
    paid.status = back === left ? "REFUNDED" : "PARTIALLY_REFUNDED";
    tell(bank, "PAYMENT.CAPTURE.REFUNDED", made);
  }
  return made;
}

/** The payer questions a payment, or that ends. */
export function question(bank: Bank, captureId: string, amount: number, outcome: string | null = null): Dispute {
  const id = `PP-D-${captureId}`;
  const dispute: Dispute = {
    dispute_id: id,
    reason: "UNAUTHORISED",
    status: outcome ? "RESOLVED" : "OPEN",
    dispute_life_cycle_stage: "CHARGEBACK",
    dispute_amount: money(amount),
    disputed_transactions: [{ seller_transaction_id: captureId }],
    ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
  };
  bank.books.disputes.set(id, dispute);
  tell(bank, outcome ? "CUSTOMER.DISPUTE.RESOLVED" : "CUSTOMER.DISPUTE.CREATED", dispute);
  return dispute;
}
