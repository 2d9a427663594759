import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import type { PaidBy } from "../domain/ledger.ts";
import type { Books, RefundRow, SettlementRow } from "../settling/books.ts";
import { refunds } from "../tables.ts";

/** Bank transfers are confirmed and sent back by people. */
export const byHandProvider = "transfer";

/** States in which a person may still send it. */
export const refundToSend = ["by_hand", "waiting", "failed"] as const;

export const isUnsent = ({ state }: Pick<RefundRow, "state">): boolean => refundToSend.some((one) => one === state);

export type RefundAsk = {
  settlement: SettlementRow;
  kind: RefundRow["kind"];
  cents: number;
  paidBy: PaidBy;
  reason: string;
  cause: string;
};

/** Writes a refund that is to be sent; asked again with the same cause it is the same refund. */
export async function askForRefund(work: Work, ask: RefundAsk): Promise<void> {
  const { settlement, kind, cents, paidBy, reason, cause } = ask;
  const byHand = settlement.provider === byHandProvider;
  const made = await work.tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId: settlement.orderId,
      settlementId: settlement.id,
      kind,
      cents,
      currency: settlement.currency,
      paidBy,
      reason,
      cause,
      state: byHand ? "by_hand" : "waiting",
      nextTryAt: byHand ? null : work.now,
      createdAt: work.now,
    })
    .onConflictDoNothing({ target: [refunds.cause, refunds.settlementId] })
    .returning({ id: refunds.id });
  for (const { id } of made) {
    work.audit({ action: "payments.refund-asked", subject: settlement.orderId, detail: { refund: id, kind, cents } });
    if (byHand)
      work.emit({
        name: "payments.account-asked" satisfies PaymentEventName,
        subject: id,
        payload: { orderId: settlement.orderId, cents },
      });
  }
}

export type RefundPart = { settlement: SettlementRow; cents: number };

/**
 * Splits an amount over the payments that it came by, newest first, never more than what is left of each. What no
 * payment has left is not returned: nothing over what was paid ever goes back.
 */
export const refundParts = (cents: number, books: Pick<Books, "settlements" | "refunds">): readonly RefundPart[] => {
  const parts: RefundPart[] = [];
  let rest = cents;
  for (const settlement of books.settlements.toReversed()) {
    if (settlement.verdict !== "settle" || rest <= 0) continue;
    const gone = books.refunds
      .filter(({ settlementId }) => settlementId === settlement.id)
      .reduce((sum, one) => sum + one.cents, 0);
    const part = Math.min(rest, settlement.cents - gone);
    if (part <= 0) continue;
    parts.push({ settlement, cents: part });
    rest -= part;
  }
  return parts;
};
