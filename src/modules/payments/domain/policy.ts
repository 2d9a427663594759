import { canSeeAllOrders, clientIdOf } from "#src/modules/orders/index.ts";
import { type AdminWith, isSealedFor, may, type Viewer } from "#src/shared/viewer.ts";

// Who works with the money and the codes of the whole shop. What is seen of one order's money says the policy of orders.

/** Whether this viewer sees the money of the shop and sends it: lists, payouts, transfers, refunds by hand. */
export const canManageMoney = (viewer: Viewer): viewer is AdminWith<"money"> => may(viewer, "money");

/** Whether this viewer sees which refunds would leave now: who releases what was held, too. */
export const canSeeWaitingMoney = (viewer: Viewer): viewer is AdminWith<"money"> | AdminWith<"settings"> =>
  canManageMoney(viewer) || may(viewer, "settings");

/** Whether this viewer has the proof of a transfer: who sent it, and the admins who see the transfers of every order. */
export const canSeeProof = ({ ownerId }: { ownerId: string }, viewer: Viewer): boolean =>
  clientIdOf(viewer) === ownerId || (canSeeAllOrders(viewer, "transfers") && !isSealedFor(viewer, ownerId, "contact"));

/** Whether this viewer sees and changes promotion codes. */
export const canManageCodes = (viewer: Viewer): viewer is AdminWith<"prices"> => may(viewer, "prices");
