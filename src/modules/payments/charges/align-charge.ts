import { and, asc, eq, inArray } from "drizzle-orm";
import { discountCents } from "#src/modules/orders/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { releaseUse } from "../codes/uses.ts";
import { openAttemptStates, owedCharges, type Plan } from "../domain/charges.ts";
import type { ChargeRow } from "../settling/books.ts";
import { updateOwed } from "../settling/books.ts";
import { attempts, charges } from "../tables.ts";
import { isEnded, type OrderToPay, owedCents } from "./order-to-pay.ts";
import { returnParts } from "./parts.ts";

export const openAttempt = inArray(attempts.state, [...openAttemptStates]);

const isOpen = ({ state }: ChargeRow): boolean => state === "open";
const paysPrice = ({ purpose }: Pick<ChargeRow, "purpose">): boolean => purpose === "full" || purpose === "first";

/**
 * Makes what is owed rows: one open charge for the price (or the first of two payments), for the second one, for a
 * change, and the tip that a client named; returns them, the most urgent first. A charge of another amount is void and
 * its open attempts are closed; money that still comes for it is surplus and goes back. The order's payment word is
 * written with them. Without a wish the plan stays as it was. The caller holds the order's lock.
 */
export async function alignCharges(work: Work, given: OrderToPay, wish?: Plan): Promise<readonly ChargeRow[]> {
  const order = await withoutIdleCode(work, given);
  const known = await work.tx
    .select()
    .from(charges)
    .where(eq(charges.orderId, order.id))
    .orderBy(asc(charges.createdAt), asc(charges.id));
  const open = known.filter(isOpen);
  const owed = owedNow(order, known, wish);
  const kept = (charge: ChargeRow) =>
    charge.purpose === "tip" || owed.some((one) => sameFigures.every((key) => charge[key] === one[key]));
  const remaining = open.filter((charge) => kept(charge) && charge.currency === order.currency);
  const ended = open.filter((charge) => !remaining.includes(charge));
  for (const charge of ended) await voidCharge(work, charge);
  const found: ChargeRow[] = [];
  for (const one of owed)
    found.push(remaining.find(({ purpose }) => purpose === one.purpose) ?? (await openCharge(work, order, one)));
  if (ended.length > 0 || found.some((charge) => !remaining.includes(charge))) await updateOwed(work, order);
  return [...found, ...remaining.filter(({ purpose }) => purpose === "tip")];
}

const sameFigures = ["purpose", "cents", "discountCents"] as const;

/** A code on an order whose price is not waited for any more, and was never paid, is free for somebody else. */
async function withoutIdleCode(work: Work, order: OrderToPay): Promise<OrderToPay> {
  if (!order.discount || order.discount.ofCents !== null || owedCents(order) !== null) return order;
  await releaseUse(work, order);
  return { ...order, discount: null };
}

function owedNow(order: OrderToPay, known: readonly ChargeRow[], wish: Plan | undefined) {
  const open = known.filter(isOpen);
  const priceIsPaid = known.some((charge) => paysPrice(charge) && charge.state === "settled");
  const running = !isEnded(order);
  const plan = wish ?? (open.some(({ purpose }) => purpose === "first") ? "two" : "all");
  const unpaidPriceCents = priceIsPaid ? null : owedCents(order);
  const owing = {
    unpaidPriceCents,
    discountCents: discountCents(order),
    discountedCents: known.reduce((sum, one) => (one.state === "settled" ? sum + one.discountCents : sum), 0),
    restCents: running ? order.unpaidCents : 0,
    changeCents: running ? order.changeDueCents : 0,
  };
  return owedCharges(owing, plan, order.twoParts);
}

/** The charge of the price that an unpaid order waits for; null when it waits for none. */
export async function alignPrice(work: Work, order: OrderToPay, wish?: Plan): Promise<ChargeRow | null> {
  return (await alignCharges(work, order, wish)).find(paysPrice) ?? null;
}

/** Writes a charge. Of each purpose an order has one open one at most (unique index). */
export async function openCharge(
  work: Work,
  order: OrderToPay,
  { purpose, cents, discountCents: off = 0 }: Pick<ChargeRow, "purpose" | "cents"> & { discountCents?: number },
): Promise<ChargeRow> {
  const [made] = await work.tx
    .insert(charges)
    .values({
      id: newId(),
      orderId: order.id,
      purpose,
      cents,
      discountCents: off,
      currency: order.currency,
      demo: order.demo,
      createdAt: work.now,
    })
    .returning();
  if (!made) throw new Error("The charge was not written.");
  return made;
}

export async function voidCharge(work: Work, charge: ChargeRow): Promise<void> {
  await work.tx.update(charges).set({ state: "void", endedAt: work.now }).where(eq(charges.id, charge.id));
  await closeAttempts(work, charge.id);
  await returnParts(work, charge.id, "There is nothing left to pay.");
  work.audit({ action: "payments.charge-void", subject: charge.orderId, detail: { cents: charge.cents } });
}

/** No page of a provider that is still open counts any more; the provider is asked to end it after the transaction. */
export async function closeAttempts(work: Work, chargeId: string): Promise<void> {
  await work.tx
    .update(attempts)
    .set({ state: "closed", endedAt: work.now, closeAt: work.now })
    .where(and(eq(attempts.chargeId, chargeId), openAttempt));
}
