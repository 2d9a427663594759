import type { Payable } from "#src/modules/orders/index.server.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { isWriter, may, type Viewer } from "#src/shared/viewer.ts";

/** The order, for its client alone; unknown and foreign ones are the same. Writers do not pay (decisions 4). */
export function owner<O extends Pick<Payable, "clientId">>(viewer: Viewer, order: O | null): Outcome<O> {
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in to do this.");
  if (isWriter(viewer)) return refuse("forbidden", "Writers cannot pay for orders.");
  return order && order.clientId === viewer.id ? done(order) : notFound();
}

/** The order, for those who may see its money: its client, and admins for money or orders. */
export function mayReadMoney<O extends Pick<Payable, "clientId">>(viewer: Viewer, order: O | null): Outcome<O> {
  if (viewer.kind === "guest") return refuse("signed-out", "Sign in to do this.");
  if (!order) return notFound();
  const own = viewer.kind === "person" && viewer.id === order.clientId;
  return own || may(viewer, "money") || may(viewer, "orders") ? done(order) : notFound();
}
