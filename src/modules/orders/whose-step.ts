import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { actorFor } from "./domain/decide.ts";
import type { Action } from "./domain/lifecycle.ts";
import type { Actor } from "./domain/states.ts";
import { factsOf, loadOrder, type OrderRow } from "./order-row.ts";
import { somebodyWasFirst } from "./take-step.ts";

export type Whose = { order: OrderRow; actor: Actor };

const signInFirst = () => refuse("signed-out", "Sign in to do this.");

/** May this person know that the order exists? Writers know their own orders alone. */
export const mayKnow = (order: Pick<OrderRow, "clientId" | "writerId">, viewer: Viewer): boolean => {
  if (viewer.kind !== "person") return viewer.kind !== "guest";
  if (viewer.id === order.clientId || viewer.id === order.writerId) return true;
  return viewer.role === 3 && viewer.capabilities.includes("orders");
};

/**
 * Locks an order and says the part in which this viewer takes the action. Foreign and unknown orders are the same
 * not-found; an order that changed since `seenVersion` is a conflict.
 */
export async function whoseStep(
  work: Work,
  asked: { orderId: string; action: Action; seenVersion?: number | undefined },
): Promise<Outcome<Whose>> {
  if (work.viewer.kind === "guest") return signInFirst();
  const order = await loadOrder(work.tx, asked.orderId, true);
  if (!order || !(asked.action === "claim" || mayKnow(order, work.viewer))) return notFound();
  const actor = actorFor(factsOf(order), work.viewer, asked.action);
  if (!actor) return notFound();
  if (asked.seenVersion !== undefined && asked.seenVersion !== order.stepVersion)
    return somebodyWasFirst(work, order.id);
  return done({ order, actor });
}
