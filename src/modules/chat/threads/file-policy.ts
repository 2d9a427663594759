import type { FilePolicy } from "#src/modules/files/index.server.ts";
import { seenThread } from "./thread-row.ts";

/** Files of a thread (subject: its id) are for whom the thread is for. */
export const threadFilePolicy: FilePolicy = {
  purpose: "thread",
  maySee: async ({ runtime, viewer }, id) => (await seenThread(runtime.db, viewer, id)) !== null,
};
