import { canSeeAllOrders, type OrderStatus, talkSideOf } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { dayMs } from "#src/shared/units.ts";
import { type AdminWith, isImpersonated, isSealedFor, may, type Viewer } from "#src/shared/viewer.ts";

// Who may read and answer a chat. Pages, the API, live topics and files ask here and nowhere else.

export type Side = "person" | "support";
/** Admins read what client and writer write, and write nothing there. */
export type ThreadSide = "client" | "writer" | "admin";
export type TalkSide = Side | ThreadSide;

/**
 * The account whose own chat this viewer has; null for guests, and for admins, who have none, also while they wait for
 * their second factor, and while they see the pages as somebody else. Writers who wait for it keep theirs: Support helps
 * them with it.
 */
export const ownChatId = (viewer: Viewer): string | null =>
  viewer.kind === "person" && (viewer.waitingRole ?? viewer.role) !== 3 && !isImpersonated(viewer) ? viewer.id : null;

/** Whether this viewer answers for Support: the inbox, notes, saved replies, enquiries, every chat. */
export const canAnswerChats = (viewer: Viewer): viewer is AdminWith<"chat"> => may(viewer, "chat");

/** In which part the viewer reads this chat; null: for them there is none. */
export function sideOf(viewer: Viewer, chatId: string): Side | null {
  return isSealedFor(viewer, chatId, "messages") ? null : writingSideOf(viewer, chatId);
}

/** In which part the viewer writes into this chat: Support also to somebody whose messages are sealed for it. */
export function writingSideOf(viewer: Viewer, chatId: string): Side | null {
  if (ownChatId(viewer) === chatId) return "person";
  return canAnswerChats(viewer) ? "support" : null;
}

/** Whether this viewer sees what stands beside a chat: notes, ratings, who waits. */
export const seesChatSidebar = (viewer: Viewer, chatId: string): boolean => sideOf(viewer, chatId) === "support";

type OrderPeople = { clientId: string; writerId: string | null };

/**
 * In which part the viewer reads what the client and one writer of an order wrote to each other. A writer who has the
 * order no more sees nothing of it, and a writer who has it now sees nothing written before.
 */
export const threadSideOf = (
  { writerId }: { writerId: string },
  { clientId, writerId: now }: OrderPeople,
  viewer: Viewer,
): ThreadSide | null => talkSideOf({ clientId, writerId: now === writerId ? writerId : null }, viewer);

/** Whether this viewer may read what was hidden in an order's messages, when there is a reason to. */
export const canReadHidden = (viewer: Viewer, { clientId }: Pick<OrderPeople, "clientId">): boolean =>
  canSeeAllOrders(viewer, "admin") && !isSealedFor(viewer, clientId, "messages");

/** Whether an appeal is the viewer's own. Who sees the pages as its person reads no message, and no appeal. */
export const isOwnAppeal = (appeal: { personId: string | null }, viewer: Viewer): boolean =>
  viewer.kind === "person" && viewer.id === appeal.personId && !isImpersonated(viewer);

/** Whether this viewer made the decision that an appeal is about, and so does not answer it. */
export const decidedItself = (appeal: { decidedBy: string | null }, viewer: Viewer): boolean =>
  viewer.kind === "person" && viewer.id === appeal.decidedBy;

type Standing = {
  status: OrderStatus;
  /** The writer of this conversation has the order. */
  current: boolean;
  endedAt: Date | null;
};

/** When a conversation closes after its order ended. */
const threadEnd = ({ endedAt }: Pick<Standing, "endedAt">, openDays: number): Date | null =>
  endedAt && new Date(endedAt.getTime() + openDays * dayMs);

/** Why nothing can be written here now, in words for this side; null: it can. */
export function threadClosed(order: Standing, side: ThreadSide, openDays: number, now: Date): string | null {
  if (side === "admin") return "You read what client and writer wrote to each other. Nobody else sees that you do.";
  if (!order.current) return "This writer does not have the order any more. You can read what was said.";
  if (order.status === "assigned")
    return side === "writer"
      ? "You can write to the client when you have accepted the order."
      : "You can write to the writer when the order is accepted.";
  const end = threadEnd(order, openDays);
  if (end === null || now < end) return null;
  return `The order ended, and this conversation closed ${counted(openDays, "day")} later. You can read what was said.`;
}
