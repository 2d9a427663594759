import { randomInt } from "node:crypto";

export type Money = { currency_code: string; value: string };
type Link = { href: string; rel: string; method: string };
export type Refund = {
  id: string;
  status: "COMPLETED" | "PENDING" | "FAILED";
  amount: Money;
  custom_id?: string;
  create_time: string;
  links: Link[];
};
export type Capture = {
  id: string;
  status: "COMPLETED" | "PENDING" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  amount: Money;
  custom_id?: string;
  invoice_id?: string;
  final_capture: boolean;
  seller_receivable_breakdown?: { gross_amount: Money; paypal_fee: Money; net_amount: Money };
  create_time: string;
};
export type Order = {
  id: string;
  intent: "CAPTURE";
  status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  purchase_units: {
    reference_id: string;
    custom_id?: string;
    invoice_id?: string;
    description?: string;
    amount: Money;
    payments?: { captures: Capture[]; refunds?: Refund[] };
  }[];
  create_time: string;
  links: Link[];
  /** Who agreed on PayPal's page. */
  payer?: { payer_id: string };
};
export type Dispute = {
  dispute_id: string;
  reason: string;
  status: "OPEN" | "RESOLVED";
  dispute_life_cycle_stage: "CHARGEBACK" | "INQUIRY";
  dispute_amount: Money;
  disputed_transactions: { seller_transaction_id: string }[];
  dispute_outcome?: { outcome_code: string };
};

export type PayPalEvent = {
  id: string;
  event_version: string;
  create_time: string;
  resource_type: string;
  event_type: string;
  summary: string;
  resource: object;
};

const signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** PayPal's names are capitals and figures. */
export const newName = (length = 17): string => Array.from({ length }, () => signs[randomInt(signs.length)]).join("");

/** Everything that the fake remembers. */
export const openBooks = () => ({
  orders: new Map<string, Order>(),
  /** Where the payer goes back to. */
  approvals: new Map<string, { back: string; cancel: string; end: "review" | "decline" | null }>(),
  disputes: new Map<string, Dispute>(),
  /** Newest first. */
  events: [] as PayPalEvent[],
  /** Names of what was made, by request id. */
  requests: new Map<string, string>(),
});

export type Books = ReturnType<typeof openBooks>;

export const cents = ({ value }: Money): number => Math.round(Number(value) * 100);
export const money = (amount: number): Money => ({ currency_code: "USD", value: (amount / 100).toFixed(2) });

export const capturesOf = (order: Order): Capture[] => order.purchase_units[0]?.payments?.captures ?? [];
export const refundsOf = (order: Order): Refund[] => order.purchase_units[0]?.payments?.refunds ?? [];

/** The order that a capture belongs to. */
export const orderOf = ({ orders }: Books, captureId: string): Order | undefined =>
  [...orders.values()].find((order) => capturesOf(order).some(({ id }) => id === captureId));
