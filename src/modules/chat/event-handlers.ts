import type { EventHandler } from "#src/platform/events.ts";
import { changeChat, lockChat } from "./chat-row.ts";

/** A file of a message was checked, or its sender lets it go: open pages look again. */
const fileChanged: EventHandler = {
  on: "files.changed",
  name: "chat.file-changed",
  run: async (work, { payload }) => {
    if (payload.purpose !== "chat" || typeof payload.at !== "string") return;
    const row = await lockChat(work.tx, payload.at);
    if (row) changeChat(work, row, {});
  },
};

export const chatEventHandlers: readonly EventHandler[] = [fileChanged];
