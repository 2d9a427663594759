import { and, eq, inArray } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import { alignCharges, openAttempt } from "../charges/align-charge.ts";
import { dueCharge, type OrderToPay } from "../charges/order-to-pay.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import type { AttemptRow, ChargeRow } from "../settling/books.ts";
import { attempts } from "../tables.ts";

export type OpenTransfer = { charge: ChargeRow; attempt: AttemptRow };

/** The open request for a transfer, of the most urgent charge that has one. The caller holds the order's lock. */
export async function openTransfer(work: Work, order: OrderToPay): Promise<OpenTransfer | null> {
  const open = await alignCharges(work, order);
  if (open.length === 0) return null;
  const ids = open.map(({ id }) => id);
  const asked = await work.tx
    .select()
    .from(attempts)
    .where(and(inArray(attempts.chargeId, ids), eq(attempts.provider, byHandProvider), openAttempt));
  for (const charge of open) {
    const attempt = asked.find(({ chargeId }) => chargeId === charge.id);
    if (attempt) return { charge, attempt };
  }
  return null;
}

/** What a transfer that a person found on the statement is for: what was asked for, else what is due. */
export async function transferCharge(work: Work, order: OrderToPay): Promise<ChargeRow | null> {
  const asked = await openTransfer(work, order);
  return asked?.charge ?? dueCharge(order, await alignCharges(work, order));
}
