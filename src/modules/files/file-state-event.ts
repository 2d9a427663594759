import type { Work } from "#src/platform/work.ts";
import type { FileRow } from "./tables.ts";

/**
 * States the event `files.changed` of a file that hangs somewhere: its check ended, or its owner lets others have it.
 * `subject` is the file's id, the payload says its purpose and the subject where it hangs.
 */
export function emitFileChanged(work: Work, { id, purpose, attachedTo }: FileRow): void {
  if (attachedTo !== null) work.emit({ name: "files.changed", subject: id, payload: { purpose, at: attachedTo } });
}
