import { may, type Viewer } from "#src/shared/viewer.ts";

// Who may read and answer a chat. Pages, the API, live topics and files ask here and nowhere else.

export type Side = "person" | "support";

/**
 * The account whose own chat this viewer has; null for guests, and for admins, who have none, also while they wait for
 * their second factor. Writers who wait for it keep theirs: Support helps them with it.
 */
export const ownChatId = (viewer: Viewer): string | null =>
  viewer.kind === "person" && (viewer.waitingRole ?? viewer.role) !== 3 ? viewer.id : null;

/** Whether this viewer answers for Support: the inbox, notes, saved replies, enquiries, every chat. */
export const canAnswerChats = (viewer: Viewer): boolean => may(viewer, "chat");

/** In which part the viewer reads this chat; null: for them there is none. */
export function sideOf(viewer: Viewer, chatId: string): Side | null {
  if (ownChatId(viewer) === chatId) return "person";
  return canAnswerChats(viewer) ? "support" : null;
}
