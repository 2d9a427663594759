import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { textFor } from "#src/shared/viewer.ts";
import { canApproveRefund, canSeeAllOrders, canWithdrawRefund } from "../domain/policy.ts";
import { orders } from "../tables.ts";
import { isPossible } from "./hold-refund.ts";
import { heldRefunds } from "./refund-tables.ts";

const most = 100;
const input = z.strictObject({ orderId: askedId.optional() });

export type WaitingRefund = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  /** What an approval does. */
  action: "cancel" | "give-back" | "decide-refund" | "decide-complete";
  cents: number;
  reason: string;
  askedByName: string;
  askedAt: Date;
  /** It happens at `dueAt` by itself, because nobody else can approve it; else it ends then. */
  alone: boolean;
  dueAt: Date;
  mayApprove: boolean;
  mayWithdraw: boolean;
};

/**
 * Refunds above the limit that wait for a second admin or for their time, oldest first, at most 100; of one order, or
 * of all. What the order's state does not allow any more is left out. Refuses not-found for who sees no money of orders.
 */
export const waitingRefunds = query<z.infer<typeof input>, WaitingRefund[]>("orders.waiting-refunds", {
  input,
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "ledger")) return notFound();
    const rows = await db
      .select({
        held: heldRefunds,
        order: {
          ...{ number: orders.number, title: orders.title, status: orders.status },
          ...{ clientId: orders.clientId, writerId: orders.writerId },
        },
      })
      .from(heldRefunds)
      .innerJoin(orders, eq(orders.id, heldRefunds.orderId))
      .where(and(isNull(heldRefunds.endedAt), orderId ? eq(heldRefunds.orderId, orderId) : undefined))
      .orderBy(asc(heldRefunds.askedAt), asc(heldRefunds.id))
      .limit(most);
    const open = rows.filter(({ held, order }) => isPossible(held, order));
    const people = await findPeople(
      db,
      open.map(({ held }) => held.askedBy),
    );
    return done(
      open.map(({ held, order }) => ({
        id: held.id,
        orderId: held.orderId,
        number: order.number,
        title: textFor(viewer, order.clientId, "work", order.title),
        action: held.step.action as WaitingRefund["action"],
        cents: held.cents,
        reason: textFor(viewer, order.clientId, "work", held.step.reason ?? ""),
        askedByName: people.get(held.askedBy)?.name ?? "An admin",
        askedAt: held.askedAt,
        alone: held.alone,
        dueAt: held.dueAt,
        mayApprove: canApproveRefund(order, held, viewer),
        mayWithdraw: canWithdrawRefund(order, viewer),
      })),
    );
  },
});
