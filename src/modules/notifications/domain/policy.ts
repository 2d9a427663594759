import { isImpersonated, may, type Viewer } from "#src/shared/viewer.ts";

/**
 * Whether this viewer sees mails that were not delivered, and sends them again. Addresses are people's: whoever works
 * with accounts works with what could not reach them.
 */
export const canSeeMails = (viewer: Viewer): boolean => may(viewer, "people");

/** Whether this viewer sees what would leave now; the addresses only who sees mails. */
export const canSeeWaitingMails = (viewer: Viewer): boolean => canSeeMails(viewer) || may(viewer, "settings");

/**
 * The id under which this viewer's notices are found: read, marked as read, followed by open pages. Null for guests and
 * programs, and before a second factor that is due was shown: notices name orders.
 */
export const noticesIdOf = (viewer: Viewer): string | null =>
  viewer.kind === "person" && viewer.waitingRole === null ? viewer.id : null;

/** Whether answers of Support in the own chat are counted beside the notices: for clients, where the chat is on every page. */
export const isNotifiedOfAnswers = (viewer: Viewer): boolean =>
  viewer.kind === "person" && viewer.role === 1 && !isImpersonated(viewer);
