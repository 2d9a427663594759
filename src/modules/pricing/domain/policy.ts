import { type AdminWith, may, type Viewer } from "#src/shared/viewer.ts";

/** Whether this viewer reads and changes the price table, its drafts and its history. */
export const canEditPrices = (viewer: Viewer): viewer is AdminWith<"prices"> => may(viewer, "prices");
