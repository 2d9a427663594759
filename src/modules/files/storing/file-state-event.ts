import type { Work } from "#src/platform/work.ts";
import type { FileRow } from "../tables.ts";

/**
 * Emits `files.changed` for an attached file: its check ended, or its owner released it as it is.
 * `subject` is the file's id, the payload has its purpose and the subject it is attached to.
 */
export function emitFileChanged(work: Work, { id, purpose, attachedTo }: FileRow): void {
  if (attachedTo !== null) work.emit({ name: "files.changed", subject: id, payload: { purpose, at: attachedTo } });
}
