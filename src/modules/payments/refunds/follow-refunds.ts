import { and, asc, eq } from "drizzle-orm";
import { lockOrderForPayment, recordRefundedElsewhere } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { providerCtx } from "../attempts/sync-attempt.ts";
import type { PaymentProvider, ProviderRefund } from "../ports.ts";
import type { RefundRow, SettlementRow } from "../settling/books.ts";
import { attempts, disputes, refunds, settlements } from "../tables.ts";
import { byHandProvider, isUnsent, returnRefund, writeAnswer } from "./refund-rows.ts";

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

type Left = {
  /** What can still go back of the payment, in cents, before anything that has not left. */
  cents: number;
  /** The same once the bank gives back what it only looks at. */
  centsIfWon: number;
  /** The bank looks at it, or has taken a part of it for good. */
  questioned: boolean;
  takenByBank: boolean;
  /** Its refunds that have not left, oldest first. */
  unsent: readonly RefundRow[];
};

/** What is left of a payment: received, less what went back or is at the provider, less what the bank has. */
export async function leftOf(db: Database, settlement: Pick<SettlementRow, "id" | "cents">): Promise<Left> {
  const { id } = settlement;
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.settlementId, id))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const taken = (await db.select().from(disputes).where(eq(disputes.settlementId, id))).filter(
    ({ state }) => state !== "won",
  );
  const sum = (some: readonly { cents: number }[]): number => some.reduce((all, { cents }) => all + cents, 0);
  const kept = settlement.cents - sum(rows.filter((one) => !isUnsent(one)));
  return {
    cents: Math.max(0, kept - sum(taken)),
    centsIfWon: Math.max(0, kept - sum(taken.filter(({ state }) => state === "lost"))),
    questioned: taken.some(({ state }) => state === "open"),
    takenByBank: taken.some(({ state }) => state === "lost"),
    unsent: rows.filter(isUnsent),
  };
}

/**
 * Refunds that have not left are lowered to what is left of their payment; one for which nothing is left is covered.
 * One that the provider refused is sent again with the lower amount. While a bank looks at the payment its part may come
 * back: only what went back elsewhere lowers them, and nothing is sent; after it has taken money a person decides when.
 */
export async function lowerRefunds(work: Work, settlement: SettlementRow): Promise<Outcome<null>> {
  if (!(await lockOrderForPayment(work, settlement.orderId))) return notFound();
  const left = await leftOf(work.tx, settlement);
  let rest = left.centsIfWon;
  for (const one of left.unsent) {
    const cents = Math.min(one.cents, rest);
    rest -= cents;
    if (cents === one.cents) continue;
    const mayLeave = !left.questioned && !left.takenByBank && settlement.provider !== byHandProvider;
    const again = one.state === "failed" && mayLeave;
    const waits = { state: "waiting", nextTryAt: work.now, error: null } as const;
    const covered = { state: "covered", nextTryAt: null, endedAt: work.now, error: null } as const;
    await work.tx
      .update(refunds)
      .set({ cents, ...(cents === 0 ? covered : again ? waits : {}) })
      .where(eq(refunds.id, one.id));
    if (one.kind === "order") await recordRefundedElsewhere(work, one.orderId, cents - one.cents);
    const detail = { refund: one.id, from: one.cents, to: cents };
    work.audit({ action: "payments.refund-lowered", subject: one.orderId, detail });
  }
  return done(null);
}
