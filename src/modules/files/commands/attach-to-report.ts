import { z } from "zod";
import { ownReportId, readsReport } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { notFound } from "#src/shared/outcome.ts";
import type { FilePolicy } from "../ports.ts";
import { attachFiles } from "./attach-files.ts";

/** Pictures of a threat (subject: the report's id): its person, and the owner who opened the report. */
export const threatFilePolicy: FilePolicy = {
  purpose: "threat",
  maySee: ({ runtime, viewer }, reportId) => readsReport(runtime.db, viewer, reportId),
};

/**
 * Adds files of the viewer to the own report of a threat. A step of its own: a file that cannot be used must not keep the
 * data from being sealed. Refuses not-found without a report, and as `attachFiles` does.
 */
export const attachToReport = command("files.attach-to-report", {
  input: z.strictObject({ files: z.array(z.uuid()).max(100) }),
  run: async (work, { files }) => {
    const subject = await ownReportId(work.tx, work.viewer);
    return subject ? attachFiles(work, { ids: files, purpose: "threat", subject }) : notFound();
  },
});
