import type { FilePolicy } from "#src/modules/files/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import type { Work } from "#src/platform/work.ts";
import { sideOf } from "./domain/policy.ts";
import { changeChat, lockChat } from "./messages/chat-row.ts";
import { orderStepHandlers } from "./threads/follow-order.ts";
import { passageShown } from "./threads/hidden-details.ts";
import { changeThread, lockThread, seenThread } from "./threads/thread-row.ts";

/** A file of a message was checked, or its sender lets it go: open pages look again. */
const fileChanged: EventHandler = {
  on: "files.changed",
  name: "chat.file-changed",
  run: async (work, { payload }) => {
    if (typeof payload.at !== "string") return;
    if (payload.purpose === "thread") return threadFileChanged(work, payload.at);
    if (payload.purpose !== "chat") return;
    const row = await lockChat(work.tx, payload.at);
    if (row) changeChat(work, row, {});
  },
};

async function threadFileChanged(work: Work, id: string): Promise<void> {
  const row = await lockThread(work.tx, id);
  if (row) changeThread(work, row, {});
}

export const chatEventHandlers: readonly EventHandler[] = [fileChanged, passageShown, ...orderStepHandlers];

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
