import { z } from "zod";
import { canSeeAllOrders, orderBrief } from "#src/modules/orders/index.server.ts";
import { discountCents } from "#src/modules/orders/index.ts";
import { askedId } from "#src/platform/id-schema.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { ledgerToBe, readBooks } from "../books.ts";
import type { MoneyNow } from "../domain/money-after.ts";
import { shareOfOrder } from "../share-of-order.ts";
import { waivedOf } from "../waivers.ts";

/** What a step of an order's money would start from now, for `moneyAfter`. For admins; refuses not-found. */
export const moneyNow = query<{ orderId: string }, MoneyNow>("payments.money-now", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, viewer }, { orderId }) => {
    const order = canSeeAllOrders(viewer, "ledger") ? await orderBrief(db, orderId) : null;
    if (!order) return notFound();
    const share = await shareOfOrder(db, order);
    const past = ledgerToBe(await readBooks(db, order.id), share);
    return done({ past, share, waived: await waivedOf(db, order.id), discount: discountCents(order) });
  },
});
