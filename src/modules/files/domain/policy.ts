import type { Viewer } from "#src/shared/viewer.ts";

type Held = { ownerId: string; attachedTo: string | null };

/** The id under which this viewer's own files are found; null: there are none. */
export const ownerIdOf = (viewer: Viewer): string | null => (viewer.kind === "person" ? viewer.id : null);

export const ownsFile = ({ ownerId }: Pick<Held, "ownerId">, viewer: Viewer): boolean => ownerIdOf(viewer) === ownerId;

/**
 * What of a file a viewer may have: the original, the copy without personal details, or nothing. A file that is attached to
 * a subject belongs to it: whoever may not see the subject does not get the file, not even who sent it.
 */
export const fileAccess = (file: Held, viewer: Viewer, seesSubject: boolean): "original" | "copy" | null => {
  if (file.attachedTo !== null && !seesSubject) return null;
  if (ownsFile(file, viewer)) return "original";
  return file.attachedTo === null ? null : "copy";
};
