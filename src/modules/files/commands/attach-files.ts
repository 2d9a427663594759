import { and, count, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { ownReportId, readsReport } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { mostFilesLabel } from "../domain/kinds-and-sizes.ts";
import { fileAddress } from "../domain/names.ts";
import type { Purpose } from "../domain/purposes.ts";
import type { FilePolicy } from "../ports.ts";
import { filesSetting } from "../settings.ts";
import { lockFiles } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";

export type Attachment = { ids: readonly string[]; purpose: Purpose; subject: string };
export type Attached = { name: string; address: string };

/**
 * Attaches complete, unused files of the viewer to a subject, inside the transaction of the command that asks the subject's
 * own policy; nobody attaches another's. Files already at that very subject stay. A conversation has no end, so only what
 * is added at once is counted there. Returns their names and stable addresses in the same order.
 * Refuses "invalid" for field `files`, naming the file that cannot be used.
 */
export async function attachFiles(work: Work, { ids, purpose, subject }: Attachment): Promise<Outcome<Attached[]>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return done([]);
  if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to add files.");
  const limits = await work.ctx.runtime.settings.get(filesSetting);
  const rows = await lockFiles(work.tx, work.viewer.id, wanted);
  const chosen: FileRow[] = [];
  for (const id of wanted) {
    const row = rows.get(id);
    if (!row) return cannot("One of the files is not here any more. Add it again.");
    const why = whyNot(row, purpose, subject);
    if (why) return cannot(why);
    chosen.push(row);
  }
  const fresh = chosen.filter(({ attachedTo }) => attachedTo === null);
  if (fresh.length > 0) {
    const there = purpose === "chat" || purpose === "thread" ? 0 : await countAt(work, purpose, subject);
    if (there + fresh.length > limits.mostFiles) return cannot(mostFilesLabel(limits.mostFiles));
    await work.tx
      .update(files)
      .set({ attachedTo: subject, attachedAt: work.now, expiresAt: null })
      .where(
        inArray(
          files.id,
          fresh.map(({ id }) => id),
        ),
      );
  }
  return done(chosen.map(({ id, name }) => ({ name, address: fileAddress(id, name) })));
}

const cannot = (message: string) => invalid([{ path: "files", message }], message);

function whyNot(row: FileRow, purpose: Purpose, subject: string): string | null {
  const name = `“${row.name}”`;
  if (row.state === "receiving") return `${name} is not complete yet. Wait until it is sent, or remove it.`;
  if (row.state === "refused") return `${name} cannot be used. ${row.refusal ?? ""}`.trim();
  if (row.purpose !== purpose) return `${name} was sent for another purpose. Add it again here.`;
  if (row.attachedTo !== null && row.attachedTo !== subject) return `${name} is in use elsewhere. Add it again here.`;
  return null;
}

async function countAt(work: Work, purpose: Purpose, subject: string): Promise<number> {
  const [row] = await work.tx
    .select({ there: count() })
    .from(files)
    .where(and(eq(files.purpose, purpose), eq(files.attachedTo, subject)));
  return row?.there ?? 0;
}

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
