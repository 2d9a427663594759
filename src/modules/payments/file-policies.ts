import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { canSeeProof } from "./domain/policy.ts";

/** Proof of a transfer (subject: the order's id): its owner, and admins who see the transfers. */
const proofFilePolicy: FilePolicy = {
  purpose: "proof",
  maySee: async ({ viewer }, _orderId, file) => canSeeProof(file, viewer),
};

export const paymentFilePolicies: readonly FilePolicy[] = [proofFilePolicy];
