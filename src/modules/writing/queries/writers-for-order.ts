import { z } from "zod";
import { canSeeAllOrders, ordersToAssign } from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import { askedId } from "#src/platform/id-schema.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { percentOf } from "#src/shared/money.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shareFor } from "../domain/pay.ts";
import { gradesSetting } from "../settings.ts";
import { writersFor } from "./writers-for-orders.ts";

/** A writer who may be asked for an order, with why, or why rather not. */
export type SuggestedWriter = Answer<typeof writersForOrder>[number];

/** The writers who may be asked for an order, the best choice first. For admins who see orders; refuses not-found. */
export const writersForOrder = query("writing.for-order", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const [order] = await ordersToAssign({ db, viewer }, [orderId]);
    if (!order) return notFound();
    const { settings } = ctx.runtime;
    const [grades, usual] = [await settings.get(gradesSetting), await settings.get(shareSetting)];
    const { known, suggest } = await writersFor(db, ctx.runtime, [order], now);
    return done(
      suggest(order).flatMap((one) => {
        const found = known.get(one.id);
        if (!found) return [];
        const { row, name, figures } = found;
        const price = order.priceCents;
        return [
          {
            ...one,
            ...{ name, openOrders: figures.open, pseudonym: row.pseudonym, capacity: row.capacity },
            /** Room for one more order. */
            hasCapacity: figures.open < row.capacity,
            /** What the offer would pay; null while the order has no price. */
            payCents: price === null ? null : percentOf(price, shareFor(row, grades, usual)),
          },
        ];
      }),
    );
  },
});
