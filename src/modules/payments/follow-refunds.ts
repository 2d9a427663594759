import { and, eq } from "drizzle-orm";
import { lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import type { SettlementRow } from "./books.ts";
import type { PaymentProvider, ProviderRefund } from "./ports.ts";
import { writeAnswer } from "./send-refunds.ts";
import { providerCtx } from "./sync-attempt.ts";
import { attempts, refunds, settlements } from "./tables.ts";

/**
 * Compares the refunds of a payment with ours: what was sent at the provider is taken into the books as the operator's
 * doing, and ours learn their state. Throws when the provider cannot be reached or the payment is not in our books.
 */
export async function followRefunds(runtime: Runtime, provider: PaymentProvider, transaction: string): Promise<void> {
  const [found] = await runtime.db
    .select({ settlement: settlements, reference: attempts.reference })
    .from(settlements)
    .leftJoin(attempts, eq(attempts.id, settlements.attemptId))
    .where(and(eq(settlements.provider, provider.key), eq(settlements.transaction, transaction)));
  if (!found) throw new Error(`The payment ${transaction} of a refund is not in the books.`);
  const { settlement, reference } = found;
  for (const one of await provider.refundsOf({ transaction, reference })) {
    const taken = await inTransaction(providerCtx(runtime, provider.key), (work) =>
      takeIn(work, provider, settlement, one),
    );
    if (!taken.ok) throw new Error(taken.message);
  }
}

async function takeIn(
  work: Work,
  provider: PaymentProvider,
  settlement: SettlementRow,
  said: ProviderRefund,
): Promise<Outcome<unknown>> {
  if (!(await lockOrderForPayment(work, settlement.orderId))) return notFound();
  const known = await work.tx.select().from(refunds).where(eq(refunds.settlementId, settlement.id));
  const ours = known.find(({ id, reference }) => id === said.id || reference === said.reference);
  if (!ours && said.state === "failed") return done(null);
  const id = ours?.id ?? (await insertForeign(work, settlement, said));
  const told = { method: settlement.method, arrival: provider.arrival };
  return ours?.state === "failed" && said.state === "failed" ? done(null) : writeAnswer(work, id, said, told);
}

const kindOf = { settle: "order", tip: "tip", surplus: "surplus", review: "surplus", part: "surplus" } as const;

/** A refund that nobody here asked for. */
async function insertForeign(work: Work, settlement: SettlementRow, said: ProviderRefund): Promise<string> {
  const id = newId();
  const { reference, cents, currency } = said;
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
  work.audit({ action: "payments.refund-taken-in", subject: settlement.orderId, detail: { refund: id, cents } });
  return id;
}
