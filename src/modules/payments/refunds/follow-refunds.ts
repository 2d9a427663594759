import { and, eq } from "drizzle-orm";
import { lockOrderForPayment, recordRefundedElsewhere } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { providerCtx } from "../attempts/sync-attempt.ts";
import type { PaymentProvider, ProviderRefund } from "../ports.ts";
import type { SettlementRow } from "../settling/books.ts";
import { attempts, refunds, settlements } from "../tables.ts";
import { lowerRefunds } from "./lower-refunds.ts";
import { returnRefund, writeAnswer } from "./refund-answer.ts";

/**
 * Compares the refunds of a payment with ours: what was sent at the provider is taken into the books as the operator's
 * doing, ours learn their state, and what has not left is lowered to what is left of the payment. Returns what the
 * provider named. Throws when the provider cannot be reached or the payment is not in our books.
 */
export async function followRefunds(
  runtime: Runtime,
  provider: PaymentProvider,
  transaction: string,
): Promise<readonly ProviderRefund[]> {
  const [found] = await runtime.db
    .select({ settlement: settlements, reference: attempts.reference })
    .from(settlements)
    .leftJoin(attempts, eq(attempts.id, settlements.attemptId))
    .where(and(eq(settlements.provider, provider.key), eq(settlements.transaction, transaction)));
  if (!found) throw new Error(`The payment ${transaction} of a refund is not in the books.`);
  const { settlement, reference } = found;
  const known = newestTries(await provider.refundsOf({ transaction, reference }));
  const write = async (step: (work: Work) => Promise<Outcome<unknown>>) => {
    const written = await inTransaction(providerCtx(runtime, provider.key), step);
    if (!written.ok) throw new Error(written.message);
  };
  for (const one of known) await write((work) => ingestRefund(work, provider, settlement, one));
  await write((work) => lowerRefunds(work, settlement));
  return known;
}

/** A refund of ours that failed and was sent anew under the same id: the failed try says nothing any more. */
const newestTries = (all: readonly ProviderRefund[]): readonly ProviderRefund[] => {
  const live = new Set(all.filter(({ state }) => state !== "failed").map(({ id }) => id));
  return all.filter(({ id, state }) => state !== "failed" || id === null || !live.has(id));
};

async function ingestRefund(
  work: Work,
  provider: PaymentProvider,
  settlement: SettlementRow,
  reported: ProviderRefund,
): Promise<Outcome<unknown>> {
  const order = await lockOrderForPayment(work, settlement.orderId);
  if (!order) return notFound();
  const known = await work.tx.select().from(refunds).where(eq(refunds.orderId, settlement.orderId));
  const ours = known.find(({ id, reference }) => id === reported.id || reference === reported.reference);
  // One bank transfer can be two payments in our books: the price, and what came over it.
  if (ours && ours.settlementId !== settlement.id) return done(null);
  if (reported.state === "failed" && ours?.state === "succeeded" && ours.reference === reported.reference)
    return returnRefund(work, order, ours, reported);
  // Only a refund that the provider works on, or has sent, can fail; one that waits is sent anew.
  if (reported.state === "failed" && ours?.state !== "sent") return done(null);
  const id = ours?.id ?? (await insertForeign(work, settlement, reported));
  const channel = { method: settlement.method, arrival: provider.arrival };
  const written = await writeAnswer(work, id, reported, channel);
  // In the transaction that takes it in: at no instant is more due to go back than was paid.
  return ours || !written.ok ? written : lowerRefunds(work, settlement);
}

const kindOf = { settle: "order", tip: "tip", surplus: "surplus", review: "surplus", part: "surplus" } as const;

/** A refund that nobody here asked for. */
async function insertForeign(work: Work, settlement: SettlementRow, reported: ProviderRefund): Promise<string> {
  const id = newId();
  const { reference, cents, currency } = reported;
  await work.tx.insert(refunds).values({
    id,
    orderId: settlement.orderId,
    settlementId: settlement.id,
    kind: kindOf[settlement.verdict],
    cents,
    currency,
    paidBy: "operator",
    reason: "Sent at the payment provider.",
    cause: `provider:${reference}`,
    state: "sent",
    reference,
    createdAt: work.now,
  });
  if (settlement.verdict === "settle") await recordRefundedElsewhere(work, settlement.orderId, cents);
  work.audit({ action: "payments.refund-taken-in", subject: settlement.orderId, detail: { refund: id, cents } });
  return id;
}
