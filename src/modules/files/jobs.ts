import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import type { JobKind } from "#src/platform/jobs.ts";
import { heldSince } from "#src/platform/outgoing-hold.ts";
import { countRows, retentionJob } from "#src/platform/retention.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { isId } from "#src/shared/id.ts";
import { hourMs } from "#src/shared/units.ts";
import { checkFiles } from "./check/check-files.ts";
import { dropOldCopies, recheckFiles } from "./check/inspect-file.ts";
import { ofDeletedReport, removeFiles } from "./personal-data.ts";
import { type FileStorage, type Stored, storagePort } from "./ports.ts";
import { filesSetting } from "./settings.ts";
import { markLost } from "./storing/file-row.ts";
import { type FileRow, files } from "./tables.ts";

const batch = 200;
const rounds = 25;
/** Bytes and rows younger than this may belong to an upload that is being made just now. */
const graceMs = hourMs;

const dueAt = (now: Date) => and(isNull(files.attachedTo), ne(files.state, "gone"), lte(files.expiresAt, now));

/**
 * Unattached files after their day, unfinished ones after their week, pictures of a threat after its report: first the row says gone, then the bytes go.
 * @returns how many rows were deleted.
 */
export async function sweepFiles(runtime: Runtime): Promise<number> {
  const now = runtime.clock();
  await removeFiles({ tx: runtime.db, now }, ofDeletedReport());
  for (let round = 0; round < rounds; round += 1) {
    const due = runtime.db
      .select({ id: files.id })
      .from(files)
      .where(dueAt(now))
      .orderBy(asc(files.expiresAt))
      .limit(batch)
      .for("update", { skipLocked: true });
    const gone = await runtime.db
      .update(files)
      .set({ state: "gone", goneAt: now, expiresAt: null, checkAt: null })
      .where(and(inArray(files.id, due), isNull(files.attachedTo)))
      .returning({ id: files.id });
    if (gone.length < batch) break;
  }
  return forgetGone(runtime);
}

/** Removes the bytes of gone files, then their rows; what fails stays for the next run. */
async function forgetGone(runtime: Runtime): Promise<number> {
  const storage = runtime.port(storagePort);
  let removed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const rows = await runtime.db
      .select()
      .from(files)
      .where(eq(files.state, "gone"))
      .orderBy(asc(files.goneAt))
      .limit(batch);
    for (const row of rows) await removeBytes(storage, row);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await runtime.db.delete(files).where(and(inArray(files.id, ids), eq(files.state, "gone")));
    removed += rows.length;
    if (rows.length < batch) break;
  }
  return removed;
}

/** Files of nobody: what was uploaded and not used, uploads that were not finished, and what was deleted elsewhere. */
export const sweepFilesJob = retentionJob("files.sweep", "7 * * * *", [
  {
    key: "files.unused",
    holds: "Files that were not used or not finished, and those whose order, report or account is deleted",
    why: "A form can be sent later, and an upload continued.",
    shown: "Files that you uploaded and did not use",
    choice: "files",
    time: async ({ settings }) => {
      const { attachHours, unfinishedDays } = await settings.get(filesSetting);
      return `${counted(attachHours, "hour")} when unused, ${counted(unfinishedDays, "day")} when unfinished`;
    },
    remove: (runtime) => sweepFiles(runtime),
    // One after the other: each has an index of its own.
    overdue: async ({ db }, now) => {
      const gone = and(eq(files.state, "gone"), lte(files.goneAt, now));
      let many = 0;
      for (const which of [dueAt(now), ofDeletedReport(), gone]) many += await countRows(db, files, which);
      return many;
    },
  },
]);

async function removeBytes(storage: FileStorage, row: FileRow): Promise<void> {
  await storage.remove(row);
  for (const key of [row.cleanKey, row.thumbKey]) if (key) await storage.remove({ key, ref: "" });
}

/**
 * Bytes without a row go, unless the rows came from another place: the bytes may be those of the shop there. Rows without bytes are logged, and their files are shown as lost.
 */
export async function reconcileFiles(runtime: Runtime, most = 20_000): Promise<{ strays: number; lost: number }> {
  const strays = (await heldSince(runtime.db)) ? 0 : await removeStrays(runtime, most);
  const lost = await findLost(runtime, most);
  await dropOldCopies(runtime);
  if (strays + lost > 0) runtime.log.warn({ strays, lost }, "files and their rows did not agree");
  return { strays, lost };
}

async function removeStrays(runtime: Runtime, most: number): Promise<number> {
  const storage = runtime.port(storagePort);
  const young = runtime.clock().getTime() - graceMs;
  let seen = 0;
  let strays = 0;
  let waiting: Stored[] = [];
  const judge = async () => {
    const ids = [...new Set(waiting.map(({ key }) => key.slice(0, 36)).filter(isId))];
    const rows = ids.length === 0 ? [] : await runtime.db.select().from(files).where(inArray(files.id, ids));
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const stored of waiting) {
      if (belongs(stored, known.get(stored.key.slice(0, 36)))) continue;
      await storage.remove(stored);
      strays += 1;
    }
    waiting = [];
  };
  for await (const stored of storage.list()) {
    seen += 1;
    if (stored.at.getTime() < young) waiting.push(stored);
    if (waiting.length === batch) await judge();
    if (seen >= most) break;
  }
  await judge();
  return strays;
}

/** The file itself, its copies, or the bytes of an upload that still comes. */
const belongs = ({ key, unfinished }: Stored, row: FileRow | undefined): boolean => {
  if (!row) return false;
  if (unfinished) return key === row.key && row.state === "receiving";
  return key === row.key || key === row.cleanKey || key === row.thumbKey;
};

/** Complete files whose bytes are not there any more; the newest are looked at first. */
async function findLost(runtime: Runtime, most: number): Promise<number> {
  const storage = runtime.port(storagePort);
  const rows = await runtime.db
    .select({ id: files.id, key: files.key, size: files.size })
    .from(files)
    .where(and(or(eq(files.state, "ready"), eq(files.state, "checking")), isNotNull(files.finishedAt)))
    .orderBy(desc(files.id))
    .limit(most);
  let lost = 0;
  for (const { id, key, size } of rows) {
    if ((await storage.size(key)) === size) continue;
    runtime.log.error({ file: id }, "the bytes of a file are missing");
    await markLost(runtime.db, [id]);
    lost += 1;
  }
  return lost;
}

export const fileJobs: readonly JobKind[] = [
  { name: "files.check", everySeconds: 2, run: async (runtime) => void (await checkFiles(runtime)) },
  { name: "files.recheck", cron: "29 * * * *", run: async (runtime) => void (await recheckFiles(runtime)) },
  { name: "files.reconcile", cron: "41 2 * * *", run: async (runtime) => void (await reconcileFiles(runtime)) },
];
