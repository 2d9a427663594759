import { writerIdOf } from "#src/modules/orders/index.ts";
import { type AdminWith, isSealedFor, isWriter, may, type Viewer } from "#src/shared/viewer.ts";
import type { ApplicationState } from "./application.ts";

/** Whether this viewer sees and changes writers, their applications and their terms. */
export const canManageWriters = (viewer: Viewer): viewer is AdminWith<"people"> => may(viewer, "people");

type Held = { personId: string; state: ApplicationState };

/** The applicant always; admins with `people` once it was sent, and while the applicant's data is not sealed. */
export const canReadApplication = ({ personId, state }: Held, viewer: Viewer): boolean =>
  (viewer.kind === "person" && viewer.id === personId) ||
  (state !== "draft" && canManageWriters(viewer) && !isSealedFor(viewer, personId, "contact"));

/** Whether this viewer names the days on which a writer takes no new work: the writer, and admins for writers. */
export const canChangeHoliday = ({ personId }: Pick<Held, "personId">, viewer: Viewer): boolean =>
  writerIdOf(viewer) === personId || canManageWriters(viewer);

/** Why this viewer does not apply; null: nothing stands against it. A role that waits for its second factor counts. */
export const closedToApply = (viewer: Viewer): "guest" | "writer" | "admin" | null => {
  if (viewer.kind !== "person") return "guest";
  if (isWriter(viewer)) return "writer";
  return (viewer.waitingRole ?? viewer.role) === 3 ? "admin" : null;
};
