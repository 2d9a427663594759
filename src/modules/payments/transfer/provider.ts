import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { SettingsReader } from "#src/platform/settings.ts";
import type { AttemptAnswer, OpenedAttempt, PaymentProvider, ProviderPayment, ProviderRefund } from "../ports.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import { bankSetting } from "../settings.ts";
import {
  noteRefund,
  openRequest,
  receiptsOf,
  refundsOfTransfer,
  requestOf,
  sumOf,
  type TransferReceipt,
} from "./transfer-books.ts";
import { transferRequests } from "./transfer-tables.ts";

export const transferArrival = "A bank transfer takes 1 to 3 working days.";
export const transferName = "Bank transfer";

type Parts = { db: Database; clock: () => Date; settings: Pick<SettingsReader, "get"> };

const paymentOf = ({ bankReference, cents, currency, confirmedAt, enteredAt }: TransferReceipt): ProviderPayment => ({
  transaction: bankReference,
  cents,
  currency,
  feeCents: 0,
  at: confirmedAt ?? enteredAt,
});

/** Parts of the amount are no payment yet: they stand in the books, and the attempt stays open. */
async function stateOf(
  { db, clock }: Pick<Parts, "db" | "clock">,
  { id, cents }: OpenedAttempt,
): Promise<AttemptAnswer> {
  const request = await requestOf(db, id);
  if (!request) return { state: "open" };
  if (request.closedAt) return { state: "expired" };
  const received = await receiptsOf(db, id);
  const [first, ...more] = received.map(paymentOf);
  if (first && sumOf(received) >= cents) return { state: "paid", payments: [first, ...more] };
  return { state: clock() >= request.endsAt ? "expired" : "open" };
}

async function close({ db, clock }: Parts, attempt: OpenedAttempt): Promise<void> {
  if ((await stateOf({ db, clock }, attempt)).state === "paid") return;
  await db
    .update(transferRequests)
    .set({ closedAt: clock() })
    .where(and(eq(transferRequests.attemptId, attempt.id), isNull(transferRequests.closedAt)));
}

/**
 * Bank transfers: nobody is called, a person reads the statement and sends what goes back. Its books are tables of this
 * module; it signs no events and knows no disputes.
 */
export const transferProvider = (parts: Parts): PaymentProvider => ({
  key: byHandProvider,
  name: transferName,
  note: "Takes 1 to 3 working days. Work starts when the money arrives.",
  arrival: transferArrival,
  sandbox: false,
  pages: [],
  inParts: true,
  ready: async () => (await parts.settings.get(bankSetting)).account !== "",
  open: async (attempt) => ({ redirect: null, reference: (await openRequest(parts.db, attempt)).reference }),
  state: (attempt) => stateOf(parts, attempt),
  received: async ({ id }) => (await receiptsOf(parts.db, id)).map(paymentOf),
  capture: (attempt) => stateOf(parts, attempt),
  close: (attempt) => close(parts, attempt),
  refund: async (refund) => {
    const noted = await noteRefund(parts.db, refund);
    if (!noted) return { state: "failed", reference: null, reason: "No transfer has so much left." };
    return noted.sentAt ? { state: "succeeded", reference: noted.id } : { state: "by_hand", reference: noted.id };
  },
  refundsOf: async ({ transaction }) =>
    (await refundsOfTransfer(parts.db, transaction)).map(
      ({ id, cents, currency, sentAt }): ProviderRefund => ({
        reference: id,
        id,
        cents,
        currency,
        state: sentAt ? "succeeded" : "by_hand",
      }),
    ),
  dispute: async () => null,
  verifyEvent: async () => ({ ok: false, reason: "Bank transfers send no events." }),
});
