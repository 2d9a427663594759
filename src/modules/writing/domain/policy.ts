import { may, type Viewer } from "#src/shared/viewer.ts";
import type { ApplicationState } from "./application.ts";

/** Whether this viewer sees and changes writers, their applications and their terms. */
export const canManageWriters = (viewer: Viewer): boolean => may(viewer, "people");

type Held = { personId: string; state: ApplicationState };

/** The applicant always; admins with `people` once it was sent. */
export const canReadApplication = ({ personId, state }: Held, viewer: Viewer): boolean =>
  (viewer.kind === "person" && viewer.id === personId) || (state !== "draft" && canManageWriters(viewer));
