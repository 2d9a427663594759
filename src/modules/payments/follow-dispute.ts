import { and, eq } from "drizzle-orm";
import { lockOrderForPayment, type Payable, recordPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import type { SettlementRow } from "./books.ts";
import type { PaymentProvider, ProviderDispute } from "./ports.ts";
import { providerCtx } from "./sync-attempt.ts";
import { disputes, settlements } from "./tables.ts";

type DisputeRow = typeof disputes.$inferSelect;

/**
 * Asks the provider about a dispute and writes it down: an open one freezes the order's money (`chargeback` of the life
 * cycle), one that ended thaws it, won or lost. Each way happens once. Throws when the provider cannot be reached or
 * the payment is not in our books yet.
 */
export async function followDispute(runtime: Runtime, provider: PaymentProvider, reference: string): Promise<void> {
  const dispute = await provider.dispute(reference);
  if (!dispute) return;
  const [settlement] = await runtime.db
    .select()
    .from(settlements)
    .where(and(eq(settlements.provider, provider.key), eq(settlements.transaction, dispute.transaction)));
  if (!settlement) throw new Error(`The payment ${dispute.transaction} of a dispute is not in the books.`);
  const written = await inTransaction(providerCtx(runtime, provider.key), (work) =>
    writeDispute(work, settlement, dispute),
  );
  if (!written.ok) throw new Error(written.message);
}

async function writeDispute(work: Work, settlement: SettlementRow, said: ProviderDispute): Promise<Outcome<null>> {
  const order = await lockOrderForPayment(work, settlement.orderId);
  if (!order) return notFound();
  const row = await opened(work, order, settlement, said);
  if (said.state !== "open" && row.state === "open") await ended(work, order, row, said.state);
  return done(null);
}

/** The row of the dispute; when it is new, the order is frozen. What the order cannot take is left to a person. */
async function opened(
  work: Work,
  order: Payable,
  settlement: SettlementRow,
  { reference, cents, currency, reason }: ProviderDispute,
): Promise<DisputeRow> {
  const { provider } = settlement;
  const same = and(eq(disputes.provider, provider), eq(disputes.reference, reference));
  const [known] = await work.tx.select().from(disputes).where(same);
  if (known) return known;
  const counted = settlement.verdict === "settle" && currency === order.currency;
  const news = { orderId: order.id, paymentStatus: order.paymentStatus, event: "chargeback", cents } as const;
  const frozen = counted && (await recordPayment(work, news)).ok;
  const [made] = await work.tx
    .insert(disputes)
    .values({
      id: newId(),
      orderId: order.id,
      settlementId: settlement.id,
      provider,
      reference,
      cents,
      currency,
      reason,
      state: "open",
      followed: frozen,
      openedAt: work.now,
    })
    .returning();
  if (!made) throw new Error("The dispute was not written.");
  work.audit({ action: "payments.dispute", subject: order.id, detail: { reference, cents, reason, frozen } });
  if (!frozen)
    work.emit({ name: "payments.dispute-unfollowed", subject: made.id, payload: { orderId: order.id, cents } });
  return made;
}

async function ended(work: Work, order: Payable, row: DisputeRow, state: "won" | "lost"): Promise<void> {
  const news = { orderId: order.id, paymentStatus: order.paymentStatus, event: "chargeback-ended" } as const;
  const thawed = row.followed && (await recordPayment(work, { ...news, cents: row.cents, won: state === "won" })).ok;
  await work.tx.update(disputes).set({ state, endedAt: work.now, followed: thawed }).where(eq(disputes.id, row.id));
  work.audit({ action: "payments.dispute-ended", subject: order.id, detail: { reference: row.reference, state } });
}
