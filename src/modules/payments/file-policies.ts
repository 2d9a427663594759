import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";

/** Proof of a transfer (subject: the order's id): its owner, and admins who see the ledger. */
const proofFilePolicy: FilePolicy = {
  purpose: "proof",
  maySee: async ({ viewer }) => canSeeAllOrders(viewer, "ledger"),
};

export const paymentFilePolicies: readonly FilePolicy[] = [proofFilePolicy];
