import { Readable } from "node:stream";
import { and, eq, inArray, isNotNull, ne, notInArray, type SQL } from "drizzle-orm";
import { isReportDeleted } from "#src/modules/accounts/index.server.ts";
import { goneName, type PersonalData } from "#src/platform/personal-data.ts";
import type { Work } from "#src/platform/work.ts";
import { storableName } from "./domain/names.ts";
import type { Purpose } from "./domain/purposes.ts";
import { storagePort } from "./ports.ts";
import { accessTo } from "./storing/file-row.ts";
import { files } from "./tables.ts";

/** Files that a person sent, as they were sent. What came with a version stays with its order. */
export const fileData: PersonalData = {
  async *gather(ctx, { id }) {
    const { runtime } = ctx;
    const rows = await runtime.db
      .select()
      .from(files)
      .where(and(eq(files.ownerId, id), inArray(files.state, ["checking", "ready"])));
    const storage = runtime.port(storagePort);
    for (const row of rows) {
      const { id: fileId, name, size, key } = row;
      if ((await accessTo(ctx, row)) !== "original") continue;
      if ((await storage.size(key)) === null) continue;
      yield {
        path: `files/${storableName(`${fileId}-${name}`)}`,
        size,
        open: async () => Readable.toWeb(await storage.read(key)) as ReadableStream<Uint8Array>,
      };
    }
  },
  forget: (work, { id }) =>
    removeFiles(work, and(eq(files.ownerId, id), notInArray(files.purpose, ["delivery", "report"]))),
};

/** Deletes every file attached to these subjects, of any sender, inside the caller's transaction. */
export async function forgetFilesAt(work: Work, purpose: Purpose, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await removeFiles(work, and(eq(files.purpose, purpose), inArray(files.attachedTo, [...subjects])));
}

/** Pictures of a report of a threat that is deleted. */
export const ofDeletedReport = (): SQL | undefined =>
  and(eq(files.purpose, "threat"), isNotNull(files.attachedTo), isReportDeleted(files.attachedTo));

/** The sweeper removes the bytes of gone files, and then their rows. */
export async function removeFiles({ tx, now }: Pick<Work, "tx" | "now">, which: SQL | undefined): Promise<void> {
  const gone = {
    state: "gone",
    goneAt: now,
    expiresAt: null,
    checkAt: null,
    leaseUntil: null,
    writing: false,
  } as const;
  await tx
    .update(files)
    .set({ ...gone, name: goneName, attachedTo: null })
    .where(and(which, ne(files.state, "gone")));
}
