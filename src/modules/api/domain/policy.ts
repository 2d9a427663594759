import { may, type Viewer } from "#src/shared/viewer.ts";

/** Keys and webhooks open the installation to programs: for the admins who may change its settings. */
export const mayManageApi = (viewer: Viewer): boolean => may(viewer, "settings");
