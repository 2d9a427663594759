import { and, asc, eq, gt, lt } from "drizzle-orm";
import { inTransaction } from "#src/platform/command.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { cleanerVersion } from "../clean/index.server.ts";
import type { CleanState } from "../domain/purposes.ts";
import { StorageAway, storagePort } from "../ports.ts";
import { emitFileChanged } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";
import { type Made, makeCopies } from "./inspect-file.ts";

/** A run ends after so many; the next one continues. */
const most = 500;

/**
 * Looks once more at files that an older version of the cleaners looked at: what could not be cleaned then goes to
 * others now, and copies get what is taken out since. Nothing that others have is taken from them.
 * @returns how many were looked at.
 */
export async function recheckFiles(runtime: Runtime): Promise<number> {
  let looked = 0;
  for (let file = await next(runtime, null); file && looked < most; file = await next(runtime, file.id)) {
    try {
      if (!(await recheck(runtime, file))) break;
      looked += 1;
    } catch (err) {
      if (err instanceof StorageAway) break;
      runtime.log.warn({ err, file: file.id }, "a file could not be looked at once more, and stays as it is");
      await runtime.db.update(files).set({ cleanVersion: cleanerVersion }).where(eq(files.id, file.id));
    }
  }
  return looked;
}

const isOld = and(eq(files.state, "ready"), lt(files.cleanVersion, cleanerVersion));

async function next(runtime: Runtime, after: string | null): Promise<FileRow | undefined> {
  const [row] = await runtime.db
    .select()
    .from(files)
    .where(and(isOld, after ? gt(files.id, after) : undefined))
    .orderBy(asc(files.id))
    .limit(1);
  return row;
}

/** False: the workers are busy, and the rest waits for the next run. */
async function recheck(runtime: Runtime, file: FileRow): Promise<boolean> {
  const storage = runtime.port(storagePort);
  const copy = await storage.localCopy(file.key);
  const looked = await makeCopies(runtime, file, copy.path).finally(copy.release);
  if (!looked) return false;
  const found = looked.verdict === "fine" ? better(file.cleanState, looked.made) : {};
  const kept = await inTransaction(systemCtx(runtime, "files.recheck"), async (work) => {
    const [moved] = await work.tx
      .update(files)
      .set({ ...found, cleanVersion: cleanerVersion })
      .where(and(isOld, eq(files.id, file.id), eq(files.cleanState, file.cleanState)))
      .returning();
    if (moved && "cleanState" in found) emitFileChanged(work, moved);
    return done(moved ?? null);
  });
  if (!kept.ok) throw new Error(kept.message);
  const used = [kept.value?.cleanKey, kept.value ? null : file.cleanKey];
  const made = looked.verdict === "fine" ? looked.made.cleanKey : null;
  for (const key of new Set([file.cleanKey, made]))
    if (key && !used.includes(key)) await storage.remove({ key, ref: "" });
  return true;
}

/** A clean copy is always better; a file that its owner released as it is, or that others have already, stays with them. */
function better(before: CleanState, { cleanState, thumbKey, thumbType, ...made }: Made): Partial<FileRow> {
  const picture = thumbKey ? { thumbKey, thumbType } : {};
  if (cleanState === "done") return { ...made, ...picture, cleanState };
  if (before === "cannot") return { ...picture, cleanState, refusal: made.refusal };
  return picture;
}
