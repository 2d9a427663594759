import { may, type Viewer } from "#src/shared/viewer.ts";

/**
 * Whether this viewer sees mails that were not delivered, and sends them again. Addresses are people's: whoever works
 * with accounts works with what could not reach them.
 */
export const canSeeMails = (viewer: Viewer): boolean => may(viewer, "people");
