import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { type Action, everMay } from "../domain/lifecycle.ts";
import { actorFor, canApplyAsAdmin, isParty, ownOrderRefusal } from "../domain/policy.ts";
import type { Actor } from "../domain/states.ts";
import { factsOf, loadOrder, type OrderRow } from "../storage/order-row.ts";
import { somebodyWasFirst } from "./apply-step.ts";

export type Locked = { order: OrderRow; actor: Actor };

/**
 * Locks an order and says the part in which this viewer takes the action. Foreign and unknown orders are the same
 * not-found; an order that changed since `seenVersion` is a conflict.
 */
export async function lockForAction(
  work: Work,
  asked: { orderId: string; action: Action; seenVersion?: number | undefined },
): Promise<Outcome<Locked>> {
  if (work.viewer.kind === "guest") return refuse("signed-out", "Sign in to do this.");
  const order = await loadOrder(work.tx, asked.orderId, true);
  const facts = order && factsOf(order);
  const actor = facts && actorFor(facts, work.viewer, asked.action);
  const isOwn = facts !== null && isParty(facts, work.viewer) && canApplyAsAdmin(work.viewer, asked.action);
  if (isOwn && !(actor && everMay(asked.action, actor.kind))) return ownOrderRefusal();
  if (!order || !actor) return notFound();
  if (asked.seenVersion !== undefined && asked.seenVersion !== order.stepVersion)
    return somebodyWasFirst(work, order.id);
  return done({ order, actor });
}
