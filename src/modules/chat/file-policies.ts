import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { sideOf } from "./domain/policy.ts";
import { seenThread } from "./threads/thread-row.ts";

/** A chat's files are for its person and for Support. */
export const chatFilePolicy: FilePolicy = {
  purpose: "chat",
  maySee: async ({ viewer }, subject) => sideOf(viewer, subject) !== null,
};

/** Files of a thread (subject: its id) are for whom the thread is for. */
export const threadFilePolicy: FilePolicy = {
  purpose: "thread",
  maySee: async ({ runtime, viewer }, id) => (await seenThread(runtime.db, viewer, id)) !== null,
};
