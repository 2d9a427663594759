import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { sideOf } from "./domain/policy.ts";

/** A chat's files are for its person and for Support. */
export const chatFilePolicy: FilePolicy = {
  purpose: "chat",
  maySee: async ({ viewer }, subject) => sideOf(viewer, subject) !== null,
};
