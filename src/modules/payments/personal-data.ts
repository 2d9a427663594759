import { and, eq, inArray, or } from "drizzle-orm";
import { orderIdsOfClient } from "#src/modules/orders/index.server.ts";
import type { HeldFile, PersonalData } from "#src/platform/personal-data.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { promotionCodes, promotionUses } from "./codes/code-tables.ts";
import { isPayee } from "./payouts/change-method.ts";
import { methodsOf } from "./payouts/method-store.ts";
import { payoutMethods, payoutRuns, payouts, payoutsLeftOut } from "./payouts/payout-tables.ts";
import { earningsOfWriter } from "./queries/writer-earnings.ts";
import { unpaidOf } from "./settling/kept-sums.ts";
import { attempts, charges, providerEvents, refunds, settlements } from "./tables.ts";
import { refundAccounts } from "./transfer/transfer-tables.ts";

const underWay = (writerId: string) => and(eq(payouts.writerId, writerId), eq(payouts.state, "sending"));

/** Money of the own orders, and what was earned. The books stay whole; the payer's data from providers is deleted. */
export const paymentData: PersonalData = {
  async *gather({ runtime }, { id }) {
    const { db } = runtime;
    yield* payoutFiles(runtime, id);
    const mine = await orderIdsOfClient(db, id);
    if (mine.length === 0) return;
    const { orderId, provider, method, cents, currency, at } = settlements;
    yield {
      path: "payments.json",
      rows: {
        codes: await db
          .select({
            orderId: promotionUses.orderId,
            code: promotionCodes.code,
            state: promotionUses.state,
            at: promotionUses.at,
          })
          .from(promotionUses)
          .innerJoin(promotionCodes, eq(promotionCodes.id, promotionUses.codeId))
          .where(inArray(promotionUses.orderId, mine)),
        charges: await db.select().from(charges).where(inArray(charges.orderId, mine)),
        payments: await db
          .select({ orderId, provider, method, cents, currency, at })
          .from(settlements)
          .where(inArray(settlements.orderId, mine)),
        refunds: await db
          .select({ orderId: refunds.orderId, cents: refunds.cents, state: refunds.state, at: refunds.createdAt })
          .from(refunds)
          .where(inArray(refunds.orderId, mine)),
      },
    };
  },
  keeps: async (db, { id }, viewer) => {
    const cents = (await unpaidOf(db, [id])).get(id) ?? 0;
    const earned = isPayee(viewer) ? `${formatUsd(cents)} that you earned` : "Money that you earned";
    const [sending] = await db.select({ id: payouts.id }).from(payouts).where(underWay(id)).limit(1);
    return [
      ...(cents > 0 ? [`${earned} is not paid out yet. Wait for the next payout.`] : []),
      ...(sending ? ["A payout to you is on its way. Wait until it has arrived."] : []),
    ];
  },
  forget: async ({ tx }, { id }) => {
    await tx.delete(payoutMethods).where(eq(payoutMethods.writerId, id));
    await tx.update(payouts).set({ sealed: null, ending: "" }).where(eq(payouts.writerId, id));
    await tx.update(payoutsLeftOut).set({ reason: "" }).where(eq(payoutsLeftOut.writerId, id));
    await tx.update(promotionCodes).set({ createdBy: "gone" }).where(eq(promotionCodes.createdBy, id));
    const mine = await orderIdsOfClient(tx, id);
    if (mine.length === 0) return;
    const own = tx.select({ id: attempts.id }).from(attempts).where(inArray(attempts.orderId, mine));
    // The ledger needs no name of who paid.
    await tx.update(settlements).set({ payerMark: null }).where(inArray(settlements.orderId, mine));
    const back = tx.select({ id: refunds.id }).from(refunds).where(inArray(refunds.orderId, mine));
    const about = or(inArray(providerEvents.attemptId, own), inArray(providerEvents.refundId, back));
    await tx.update(providerEvents).set({ body: "{}", error: null }).where(about);
    await tx.delete(refundAccounts).where(inArray(refundAccounts.refundId, back));
  },
};

/** Where the own money goes, and every payout. */
async function* payoutFiles(runtime: Runtime, id: string): AsyncGenerator<HeldFile> {
  const method = (await methodsOf(runtime, runtime.db, [id])).get(id);
  // Masked, as on the page: a download that somebody else gets hold of gives no account away.
  if (method) yield { path: "payout-method.json", rows: method };
  const earned = await earningsOfWriter(runtime.db, id);
  if (earned.lines.length > 0) {
    const lines = earned.lines.map(({ order: { number: order }, ...sums }) => ({ order, ...sums }));
    yield { path: "earnings.json", rows: { ...earned, lines } };
  }
  const { number, cents, currency, state, ending, reference, reason, createdAt, endedAt } = payouts;
  const rows = await runtime.db
    .select({ number, cents, currency, state, ending, reference, reason, createdAt, endedAt })
    .from(payouts)
    .where(eq(payouts.writerId, id));
  if (rows.length > 0) yield { path: "payouts.json", rows };
  const { cents: waiting, reason: why } = payoutsLeftOut;
  const leftOut = await runtime.db
    .select({ cents: waiting, reason: why, at: payoutRuns.createdAt })
    .from(payoutsLeftOut)
    .innerJoin(payoutRuns, eq(payoutRuns.id, payoutsLeftOut.runId))
    .where(eq(payoutsLeftOut.writerId, id));
  if (leftOut.length > 0) yield { path: "payouts-left-out.json", rows: leftOut };
}
