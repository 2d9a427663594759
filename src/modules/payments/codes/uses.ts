import { and, eq, inArray } from "drizzle-orm";
import { recordDiscount } from "#src/modules/orders/index.server.ts";
import type { KeptDiscount } from "#src/modules/orders/index.ts";
import { newId } from "#src/platform/ids.ts";
import { changedTopic } from "#src/platform/live/topics.ts";
import type { Work } from "#src/platform/work.ts";
import { type CodeUseState, promotionUses } from "./code-tables.ts";

/** The list of codes learns of each use. */
export const codesTopic = changedTopic("codes");

type OfOrder = { id: string; clientId: string; demo: boolean; discount: KeptDiscount | null };

/** Puts a code on an order. The caller holds the rows of the order and of the code, and has counted its uses. */
export async function keepUse(work: Work, order: OfOrder, codeId: string, discount: KeptDiscount): Promise<void> {
  const { id: orderId, clientId, demo } = order;
  await work.tx.insert(promotionUses).values({ id: newId(), codeId, orderId, clientId, demo, at: work.now });
  await recordDiscount(work, orderId, discount);
  work.publish(codesTopic, work.now.getTime());
  work.audit({ action: "payments.code-entered", subject: orderId, detail: { code: discount.code } });
}

/** Takes the code off an unpaid order: somebody else can use it. The caller holds the order's row. */
export async function releaseUse(work: Work, { id: orderId, discount }: OfOrder): Promise<void> {
  await endUse(work, orderId, "back");
  await recordDiscount(work, orderId, null);
  if (discount) work.audit({ action: "payments.code-removed", subject: orderId, detail: { code: discount.code } });
}

/** The order is paid with its code: the use stays. */
export const markUsed = (work: Work, orderId: string): Promise<void> => endUse(work, orderId, "used");

async function endUse(work: Work, orderId: string, state: Exclude<CodeUseState, "kept">): Promise<void> {
  work.publish(codesTopic, work.now.getTime());
  await work.tx
    .update(promotionUses)
    .set({ state, endedAt: work.now })
    .where(and(eq(promotionUses.orderId, orderId), eq(promotionUses.state, "kept")));
}

/** With the demo's orders their uses go. */
export async function dropUsesOf({ tx }: Work, orderIds: readonly string[]): Promise<void> {
  await tx.delete(promotionUses).where(inArray(promotionUses.orderId, [...orderIds]));
}
