import type { Database } from "#src/platform/database/database.ts";
import { definePort, type Runtime } from "#src/platform/runtime.ts";

/** What a provider is told of a payment: all of it stands in the stored attempt, so a repeated call is the same call. */
export type AttemptToPay = {
  id: string;
  orderId: string;
  orderNumber: string;
  cents: number;
  currency: string;
  startedAt: Date;
  endsAt: Date;
};

/** Money that the provider has. `transaction` is its own name for it. */
export type ProviderPayment = { transaction: string; cents: number; currency: string; feeCents: number; at: Date };

/** What a provider answers about an attempt; a payer who paid twice has two payments. */
export type AttemptAnswer =
  | { state: "open" }
  | { state: "paid"; payments: readonly [ProviderPayment, ...ProviderPayment[]] }
  | { state: "failed" }
  | { state: "expired" };

export type RefundToSend = { id: string; transaction: string; cents: number; currency: string };
export type RefundAnswer = { state: "succeeded" | "pending" | "failed"; reference: string | null; reason?: string };

/** An event that was signed by the provider; it only says where to look, never what is true. */
export type ProviderEvent = { id: string; about: { attemptId: string } | { refundId: string } | null };
export type VerifiedEvent = { ok: true; event: ProviderEvent } | { ok: false; reason: string };

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
  /** Pays for demo and test orders, and only for those (decisions 5). */
  sandbox: boolean;
  begin: (attempt: AttemptToPay) => Promise<{ redirect: string }>;
  lookUp: (attempt: AttemptToPay) => Promise<AttemptAnswer>;
  /** The id is the key: the same refund asked again is answered, not made again. */
  refund: (refund: RefundToSend) => Promise<RefundAnswer>;
  /** Checks the signature over the exact bytes; reads nothing before. */
  verifyEvent: (raw: string, headers: Headers) => VerifiedEvent;
};

export const providersPort = definePort<readonly PaymentProvider[]>("payments.providers");

export const providerOf = (runtime: Runtime, key: string): PaymentProvider | undefined =>
  runtime.port(providersPort).find((one) => one.key === key);

/** The ways to pay for an order: sandbox for demo and test orders, the real ones for all others, never both. */
export const methodsFor = (runtime: Runtime, order: { test: boolean }): readonly PaymentProvider[] => {
  const sandbox = runtime.mode === "demo" || order.test;
  return runtime.port(providersPort).filter((one) => one.sandbox === sandbox);
};

/** The sandbox provider's own page, as the screen at /sandbox/pay shows it. */
export type SandboxPage = {
  id: string;
  orderNumber: string;
  cents: number;
  currency: string;
  /** open: can be paid; over: its time has passed. */
  state: "open" | "paid" | "declined" | "over";
  returnTo: string;
};
export const sandboxDeeds = ["pay", "pay-and-close", "pay-twice", "decline", "close"] as const;
export type SandboxDeed = (typeof sandboxDeeds)[number];
export type SandboxControls = {
  page: (attemptId: string) => Promise<SandboxPage | null>;
  /** Does what the person chose and tells the shop by a signed event; `quiet` sends none, `at` dates it otherwise. */
  act: (attemptId: string, deed: SandboxDeed, how?: { at?: Date; quiet?: boolean }) => Promise<SandboxPage | null>;
  /** Removes the pages of these attempts with all payments, in the caller's transaction: the demo goes. */
  forget: (tx: Database, attemptIds: readonly string[]) => Promise<void>;
};

/** Null where the sandbox provider does not exist. */
export const sandboxPort = definePort<SandboxControls | null>("payments.sandbox");
