import { z } from "zod";
import { canSeeAllOrders, orderBrief } from "#src/modules/orders/index.server.ts";
import { reductionCents } from "#src/modules/orders/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { waivedOf } from "../charges/waivers.ts";
import { type MoneyNow, outcomeOf } from "../domain/money-after.ts";
import { ledgerToBe, readBooks } from "../settling/books.ts";
import { shareOfOrder } from "../settling/share-of-order.ts";

type Brief = NonNullable<Awaited<ReturnType<typeof orderBrief>>>;

async function moneyOf(db: Database, order: Brief): Promise<MoneyNow> {
  const share = await shareOfOrder(db, order);
  const past = ledgerToBe(await readBooks(db, order.id), share);
  return { past, share, waived: await waivedOf(db, order.id), discount: reductionCents(order) };
}

/** What a step of an order's money would start from now, for `moneyAfter`. For admins; refuses not-found. */
export const moneyNow = query<{ orderId: string }, MoneyNow>("payments.money-now", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, viewer }, { orderId }) => {
    const order = canSeeAllOrders(viewer, "ledger") ? await orderBrief(db, orderId) : null;
    return order ? done(await moneyOf(db, order)) : notFound();
  },
});

/**
 * Cents of an order that are its writer's in the end: after the decision that waits, or as the order ended. Null while
 * neither is so. Who may read it is the caller's rule.
 */
export async function writerPayInTheEnd(db: Database, orderId: string): Promise<number | null> {
  const order = await orderBrief(db, orderId);
  if (!order || (!order.decided && order.status !== "refunded" && order.status !== "cancelled")) return null;
  const money = await moneyOf(db, order);
  // An order that has ended has released what it held: nothing more comes to its writer.
  return order.decided
    ? outcomeOf([order.decided], money, order.releasedAt !== null).writer
    : outcomeOf([], money, true).writer;
}
