import { definePort, type Runtime } from "#src/platform/runtime.ts";

/** What is sent to a provider for a payment: all from the stored attempt, so a repeated call is the same call. */
export type AttemptToPay = {
  id: string;
  orderId: string;
  orderNumber: string;
  cents: number;
  currency: string;
  startedAt: Date;
  endsAt: Date;
};

/** The provider's own name for the page that it opened; null until it was opened. */
export type OpenedAttempt = AttemptToPay & { reference: string | null };

/** Where the payer goes; null where there is nowhere to go, such as a bank transfer. */
export type Opened = { redirect: string | null; reference: string };

/** Money that the provider has. `transaction` is its own name for it. */
export type ProviderPayment = {
  transaction: string;
  cents: number;
  currency: string;
  feeCents: number;
  at: Date;
  /** The provider's name of the card or account that paid, the same each time; only a keyed hash of it is stored. */
  payer?: string;
};

/**
 * What a provider answers about an attempt; a payer who paid twice has two payments. approved: the payer agreed and
 * nothing moves before `capture`; reviewing: the provider holds the money back and decides later.
 */
export type AttemptAnswer =
  | { state: "open" | "approved" | "reviewing" | "failed" | "expired" }
  | { state: "paid"; payments: readonly [ProviderPayment, ...ProviderPayment[]] };

/** A received payment, with the page that it came by. */
export type PaymentRef = { transaction: string; reference: string | null };
/** `refusals`: how often the provider refused it; after a refusal it is a new request under the same id. */
export type RefundToSend = PaymentRef & { id: string; cents: number; currency: string; refusals: number };
/** by_hand: a person sends it and says so. */
export type RefundAnswer = {
  state: "succeeded" | "pending" | "failed" | "by_hand";
  reference: string | null;
  reason?: string;
};

/** Money that went back of a payment, whoever asked for it; `id` is ours, null when it was sent at the provider. */
export type ProviderRefund = {
  reference: string;
  id: string | null;
  cents: number;
  currency: string;
  state: RefundAnswer["state"];
};

/** A payment that the payer's bank or the provider questions. */
export type ProviderDispute = {
  reference: string;
  transaction: string;
  cents: number;
  currency: string;
  state: "open" | "won" | "lost";
  /** The provider's word for why. */
  reason: string;
};

/** What an event is about; it only says where to look, never what is true. */
export type EventSubject =
  | { kind: "attempt"; attemptId: string }
  | { kind: "refund"; refundId?: string; transaction?: string }
  | { kind: "dispute"; reference: string };
type ProviderEvent = { id: string; type: string; about: EventSubject | null };
/** An event with its text. */
export type KeptEvent = ProviderEvent & { raw: string };
/** `wait`: it was not looked at, and may be sent again after so many seconds. */
export type VerifiedEvent = { ok: true; event: ProviderEvent } | { ok: false; reason: string; wait?: number };

/** Whether the provider may be asked about one more event now (null), or in how many seconds. */
export type AskAllowance = () => Promise<number | null>;

/**
 * Somebody who takes money for us. Calls throw when the provider cannot be reached; each may be repeated with the same
 * row and then changes nothing. One contract suite runs on every implementation (payment-provider.contract.ts).
 */
export type PaymentProvider = {
  /** In addresses and rows; never changes. */
  key: string;
  /** On receipts: "Card", "Practice payment". */
  name: string;
  /** One sentence under the name where a person chooses. */
  note: string;
  /** When money that goes back arrives, in words. */
  arrival: string;
  /** Pays for demo and test orders, and only for those. */
  sandbox: boolean;
  /** Origins of its pages, to which our form may lead; none where they are our own. */
  pages: readonly string[];
  /** What comes may be a part of the amount, or more than it: the payer types it at the bank. */
  inParts?: true;
  /** Whether it can be chosen now; by default always. */
  ready?: () => Promise<boolean>;
  /** Opens the page to pay on. */
  open: (attempt: AttemptToPay) => Promise<Opened>;
  /** What became of the attempt; changes nothing. */
  state: (attempt: OpenedAttempt) => Promise<AttemptAnswer>;
  /** All that came for the attempt, where parts of it can come; without this, what `state` returns. */
  received?: (attempt: OpenedAttempt) => Promise<readonly ProviderPayment[]>;
  /** Takes money that the payer agreed to; the state where there is nothing to take. */
  capture: (attempt: OpenedAttempt) => Promise<AttemptAnswer>;
  /** Ends the page as far as the provider can: nothing should be paid there any more. What was paid stays paid. */
  close: (attempt: OpenedAttempt) => Promise<void>;
  /** The id is the key: the same refund asked again is answered, not made again. One that failed is made anew. */
  refund: (refund: RefundToSend) => Promise<RefundAnswer>;
  /** Every refund of a payment, those included that were made at the provider. */
  refundsOf: (payment: PaymentRef) => Promise<readonly ProviderRefund[]>;
  /** Null for a dispute that the provider does not know. */
  dispute: (reference: string) => Promise<ProviderDispute | null>;
  /**
   * Checks the signature over the exact bytes and reads nothing before. Where the provider itself has to be asked,
   * `mayAsk` is asked first.
   */
  verifyEvent: (raw: string, headers: Headers, mayAsk: AskAllowance) => Promise<VerifiedEvent>;
  /** All events since then that the provider has kept, whether they reached us or not; left out where it sends none. */
  eventsSince?: (since: Date) => Promise<readonly KeptEvent[]>;
};

export const providersPort = definePort<readonly PaymentProvider[]>("payments.providers");

export const providerOf = (runtime: Runtime, key: string): PaymentProvider | undefined =>
  runtime.port(providersPort).find((one) => one.key === key);

/** In a demo all payments are practice: nothing that a hold would hold. */
export const movesMoney = ({ mode }: Runtime): boolean => mode !== "demo";

const checkoutPages = /^\/checkout\//i;

/** For the policy of the checkout page (CSP form-action): the providers' origins. */
export const paymentTargets = (path: string, runtime: Runtime): readonly string[] =>
  checkoutPages.test(path) ? runtime.port(providersPort).flatMap(({ pages }) => pages) : [];

/** The ways to pay for an order that work now: sandbox for demo and test orders, the real ones for all others, never both. */
export async function methodsFor(runtime: Runtime, order: { test: boolean }): Promise<readonly PaymentProvider[]> {
  const sandbox = runtime.mode === "demo" || order.test;
  const known = runtime.port(providersPort).filter((one) => one.sandbox === sandbox);
  const ready = await Promise.all(known.map((one) => one.ready?.() ?? true));
  return known.filter((_, at) => ready[at]);
}
