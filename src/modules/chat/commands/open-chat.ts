import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { notInitialized } from "../domain/message.ts";
import { ownChat } from "../messages/chat-row.ts";

/** Makes the viewer's own chat at its first opening; its id is the account's id. Admins have none. */
export const openChat = command<Record<string, never>, { chatId: string }>("chat.open", {
  input: z.strictObject({}),
  run: async (work) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to chat with support.");
    const row = await ownChat(work);
    return row ? done({ chatId: row.id }) : refuse("conflict", notInitialized);
  },
});
