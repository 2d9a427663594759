import { may, type Viewer } from "#src/shared/viewer.ts";

/** Whether this viewer reads and changes the price table, its drafts and its history. */
export const canEditPrices = (viewer: Viewer): boolean => may(viewer, "prices");
