import { asc, eq } from "drizzle-orm";
import { lockOrderForPayment, recordRefundedElsewhere } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import type { RefundRow, SettlementRow } from "../settling/books.ts";
import { disputes, refunds } from "../tables.ts";
import { byHandProvider, isUnsent } from "./refund-rows.ts";

type Left = {
  /** What can still go back of the payment, in cents, before anything that has not left. */
  cents: number;
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
  const gone = [...rows.filter((one) => !isUnsent(one)), ...taken].reduce((sum, { cents }) => sum + cents, 0);
  return {
    cents: Math.max(0, settlement.cents - gone),
    questioned: taken.some(({ state }) => state === "open"),
    takenByBank: taken.some(({ state }) => state === "lost"),
    unsent: rows.filter(isUnsent),
  };
}

/**
 * Refunds that have not left are lowered to what is left of their payment; one for which nothing is left is covered.
 * One that the provider refused is sent again with the lower amount. While a bank looks at the payment nothing changes,
 * and after it has taken money a person decides when to send.
 */
export async function lowerRefunds(work: Work, settlement: SettlementRow): Promise<Outcome<null>> {
  if (!(await lockOrderForPayment(work, settlement.orderId))) return notFound();
  const left = await leftOf(work.tx, settlement);
  if (left.questioned) return done(null);
  let rest = left.cents;
  for (const one of left.unsent) {
    const cents = Math.min(one.cents, rest);
    rest -= cents;
    if (cents === one.cents) continue;
    const again = one.state === "failed" && !left.takenByBank && settlement.provider !== byHandProvider;
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
