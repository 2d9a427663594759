import { and, asc, eq, inArray } from "drizzle-orm";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import type { ChargeRow } from "./books.ts";
import { openAttemptStates } from "./domain/charges.ts";
import { type OrderToPay, owedCents } from "./order-to-pay.ts";
import { returnParts } from "./parts.ts";
import { attempts, charges } from "./tables.ts";

export const openAttempt = inArray(attempts.state, [...openAttemptStates]);

/**
 * Makes what is owed a row: one open charge of the order's price while it waits for money, none otherwise. A charge of
 * another amount is void and its open attempts are closed; money that still comes for it is surplus and goes back.
 * The caller holds the order's lock. Returns the open charge, or null when nothing is owed.
 */
export async function alignCharge(work: Work, order: OrderToPay): Promise<ChargeRow | null> {
  const owed = owedCents(order);
  const known = await work.tx
    .select()
    .from(charges)
    .where(and(eq(charges.orderId, order.id), eq(charges.purpose, "full")))
    .orderBy(asc(charges.createdAt), asc(charges.id));
  const open = known.find(({ state }) => state === "open");
  if (open && open.cents === owed && open.currency === order.currency) return open;
  if (open) await voidCharge(work, open);
  if (owed === null || known.some(({ state }) => state === "settled")) return null;
  const [made] = await work.tx
    .insert(charges)
    .values({
      id: newId(),
      orderId: order.id,
      purpose: "full",
      cents: owed,
      currency: order.currency,
      demo: order.demo,
      createdAt: work.now,
    })
    .returning();
  return made ?? null;
}

async function voidCharge(work: Work, charge: ChargeRow): Promise<void> {
  await work.tx.update(charges).set({ state: "void", endedAt: work.now }).where(eq(charges.id, charge.id));
  await closeAttempts(work, charge.id);
  await returnParts(work, charge.id, "Nothing is owed any more.");
  work.audit({ action: "payments.charge-void", subject: charge.orderId, detail: { cents: charge.cents } });
}

/** No page of a provider that is still open counts any more; the provider is asked to end it after the transaction. */
export async function closeAttempts(work: Work, chargeId: string): Promise<void> {
  await work.tx
    .update(attempts)
    .set({ state: "closed", endedAt: work.now, closeAt: work.now })
    .where(and(eq(attempts.chargeId, chargeId), openAttempt));
}
