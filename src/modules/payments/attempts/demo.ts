import { and, eq, inArray, notInArray } from "drizzle-orm";
import { countMoney } from "#src/modules/accounts/index.server.ts";
import { lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { alignPrice } from "../charges/align-charge.ts";
import { promotionCodes } from "../codes/code-tables.ts";
import { dropUsesOf } from "../codes/uses.ts";
import { sandboxPort } from "../commands/sandbox-page.ts";
import { attemptFor, beginAttempt } from "../commands/start-attempt.ts";
import { documents } from "../documents/document-tables.ts";
import { customerMoney } from "../domain/ledger.ts";
import { payoutLines, payoutRuns, payouts } from "../payouts/payout-tables.ts";
import { methodsFor } from "../ports.ts";
import type { AttemptRow } from "../settling/books.ts";
import { dropKeptOf } from "../settling/kept-sums.ts";
import { dropClosings, dropQuarters } from "../settling/ledger-sums.ts";
import { attempts, charges, ledgerEntries, ledgerTransactions, providerEvents } from "../tables.ts";
import { syncAttempt } from "./sync-attempt.ts";

/**
 * Pays a demo order as its client would: an attempt, the sandbox provider's page, the provider asked, `settle`.
 * Everything is dated by the clock of the given runtime. Throws when the order cannot be paid.
 */
export async function payDemoOrder(runtime: Runtime, orderId: string): Promise<void> {
  const controls = runtime.port(sandboxPort);
  if (runtime.mode !== "demo" || !controls) throw new Error("Demo orders are paid in demo mode only.");
  const ctx = systemCtx(runtime, "demo");
  const attempt = need(await inTransaction(ctx, (work) => demoAttempt(work, orderId)));
  need(await beginAttempt(ctx, attempt));
  await controls.act(attempt.id, "pay", { at: runtime.clock(), quiet: true });
  const synced = need(await syncAttempt(runtime, attempt.id));
  if (!synced.results.includes("paid")) throw new Error(`The demo order ${orderId} was not paid.`);
}

async function demoAttempt(work: Work, orderId: string): Promise<Outcome<AttemptRow>> {
  const order = await lockOrderForPayment(work, orderId);
  const [provider] = order ? await methodsFor(work.ctx.runtime, order) : [];
  if (!order || !provider) return notFound();
  const charge = await alignPrice(work, order);
  return charge ? attemptFor(work, order, charge, provider) : refuse("conflict", "No payment is open for this order.");
}

const need = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
};

/** Removes all money rows of these orders; ledger rows are deleted in a demo alone. */
export async function removeDemoPayments(work: Work, orderIds: readonly string[]): Promise<void> {
  await work.tx.delete(promotionCodes).where(eq(promotionCodes.demo, true));
  if (orderIds.length === 0) return;
  const paid = await work.tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(inArray(attempts.orderId, [...orderIds]));
  const ids = paid.map(({ id }) => id);
  await work.tx.delete(providerEvents).where(inArray(providerEvents.attemptId, ids));
  await work.ctx.runtime.port(sandboxPort)?.forget(work.tx, ids);
  await dropPayoutsOf(work, orderIds);
  await uncountMoneyOf(work, orderIds);
  await dropKeptOf(work.tx, orderIds);
  await dropClosings(work.tx);
  await dropQuarters(work.tx);
  await work.tx.delete(ledgerTransactions).where(inArray(ledgerTransactions.orderId, [...orderIds]));
  await dropUsesOf(work, orderIds);
  await work.tx.delete(documents).where(inArray(documents.orderId, [...orderIds]));
  await work.tx.delete(charges).where(inArray(charges.orderId, [...orderIds]));
}

/** Takes what these orders moved out of the figures of their clients: some of them may stay. */
async function uncountMoneyOf(work: Work, orderIds: readonly string[]): Promise<void> {
  const { orderId, id, test } = ledgerTransactions;
  const { account, cents } = ledgerEntries;
  const rows = await work.tx
    .select({ orderId, id, account, cents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(id, ledgerEntries.transactionId))
    .where(and(inArray(orderId, [...orderIds]), eq(test, false)));
  for (const postings of Map.groupBy(rows, (row) => row.id).values()) {
    const order = await lockOrderForPayment(work, postings[0]?.orderId ?? "");
    const { spent, refunded } = customerMoney({ postings });
    if (order) await countMoney(work.tx, order.clientId, { spent: -spent, refunded: -refunded });
  }
}

/** Payouts with one of these orders behind them, and the runs that had nothing else. */
async function dropPayoutsOf({ tx }: Work, orderIds: readonly string[]): Promise<void> {
  const theirs = tx
    .select({ id: payoutLines.payoutId })
    .from(payoutLines)
    .where(inArray(payoutLines.orderId, [...orderIds]));
  await tx.delete(payouts).where(inArray(payouts.id, theirs));
  const left = tx.select({ id: payouts.runId }).from(payouts);
  await tx.delete(payoutRuns).where(notInArray(payoutRuns.id, left));
}

/** Codes to try in a demo: one for everybody, one for first orders, one that has ended. */
export async function seedDemoCodes({ db, clock }: Pick<Runtime, "db" | "clock">, adminId: string): Promise<void> {
  const now = clock().getTime();
  const at = (days: number): Date => new Date(now + days * dayMs);
  const row = (daysAgo: number) => ({
    ...{ id: newId(), createdBy: adminId, createdAt: at(-daysAgo), updatedAt: at(-daysAgo), demo: true },
  });
  await db.insert(promotionCodes).values([
    { ...row(1), code: "TRY10", kind: "percent", percent: 10, capCents: 5_000, mostPerPerson: 3 },
    { ...row(2), code: "FIRST20", kind: "fixed", cents: 2_000, minimumCents: 10_000, firstOrderOnly: true },
    { ...row(40), code: "SPRING15", kind: "percent", percent: 15, validUntil: at(-10), mostUses: 100 },
  ]);
}
