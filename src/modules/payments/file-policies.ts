import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { canSeeAllOrders, clientIdOf } from "#src/modules/orders/index.server.ts";

/** Proof of a transfer (subject: the order's id): its owner, and admins who see the transfers. */
const proofFilePolicy: FilePolicy = {
  purpose: "proof",
  maySee: async ({ viewer }, _orderId, { ownerId }) =>
    clientIdOf(viewer) === ownerId || canSeeAllOrders(viewer, "transfers"),
};

export const paymentFilePolicies: readonly FilePolicy[] = [proofFilePolicy];
