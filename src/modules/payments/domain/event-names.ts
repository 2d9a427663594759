/** Every event about the money of an order that may notify somebody. */
export type PaymentEventName =
  | "payments.account-asked"
  | "payments.dispute-unfollowed"
  | "payments.part-received"
  | "payments.refund-failed"
  | "payments.refunded"
  | "payments.settled"
  | "payments.transfer-announced"
  | "payments.transfer-entered";
