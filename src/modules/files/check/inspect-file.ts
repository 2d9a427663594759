import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, eq, gt, lt } from "drizzle-orm";
import { inTransaction } from "#src/platform/command.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { makeFolder } from "#src/platform/whole-file.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { cleanerVersion, type FileWork, type Uncleanable } from "../clean/index.server.ts";
import { notTaken } from "../domain/kinds-and-sizes.ts";
import type { CleanState } from "../domain/purposes.ts";
import { StorageAway, storagePort, workPort } from "../ports.ts";
import { filesSetting } from "../settings.ts";
import { emitFileChanged } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";

type Copies = { clean: string; thumb: string };
type Inspected =
  | { verdict: "refused"; type: string; message: string }
  | { verdict: "fine"; type: string; clean: Exclude<CleanState, "waiting">; message: string | null; thumb: boolean };

/** Bombs are refused; a file that we merely cannot open stays its owner's, who decides whether others get it. */
const isBomb = ({ code }: Uncleanable, type: string): boolean =>
  code === "unsafe" || (code === "too-large" && type !== "application/pdf");

/** A small picture is made of the clean copy, so that it shows nothing else. */
const drawn: readonly string[] = ["image", "pdf"];

/** Type by bytes, the copy without personal details, the small picture: in worker threads. Refuses when they are busy. */
async function inspectFile(runtime: Runtime, path: string, name: string, copies: Copies): Promise<Outcome<Inspected>> {
  const work: FileWork = runtime.port(workPort);
  const found = await work.detect(path, name);
  if (!found.ok) return found;
  const { mime: type, kind } = found.value;
  const { refusedKinds } = await runtime.settings.get(filesSetting);
  if (refusedKinds.includes(kind)) return done({ verdict: "refused", type, message: notTaken(kind) });
  const cleaned = await work.clean(path, copies.clean, type);
  if (!cleaned.ok) return cleaned;
  const { value } = cleaned;
  if (value.result === "uncleanable" && isBomb(value, type))
    return done({ verdict: "refused", type, message: value.reason });
  const isDrawn = drawn.includes(kind) && value.result === "cleaned";
  const small = isDrawn ? await work.thumbnail(copies.clean, copies.thumb) : null;
  if (small && !small.ok) return small;
  const clean = value.result === "cleaned" ? "done" : value.result === "uncleanable" ? "cannot" : "none";
  const message = value.result === "uncleanable" ? value.reason : null;
  return done({ verdict: "fine", type, clean, message, thumb: small?.value.result === "made" });
}

const folderOf = (runtime: Runtime): string => join(runtime.config.dataDir, "look");
const keptMs = hourMs;

/** What a killed process left behind. */
export async function dropOldCopies(runtime: Runtime): Promise<void> {
  const names = await readdir(folderOf(runtime)).catch(() => []);
  for (const name of names) {
    const path = join(folderOf(runtime), name);
    const at = await stat(path).catch(() => null);
    if (at && at.mtimeMs < runtime.clock().getTime() - keptMs) await rm(path, { recursive: true, force: true });
  }
}

/** A folder of one's own in the data folder; removed afterwards whatever happens. */
export async function withFolder<T>(runtime: Runtime, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(folderOf(runtime), randomBytes(8).toString("hex"));
  makeFolder(folder, 0o700);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Paths for what the workers write. */
const withCopies = <T>(runtime: Runtime, work: (copies: Copies) => Promise<T>): Promise<T> =>
  withFolder(runtime, (folder) => work({ clean: join(folder, "clean"), thumb: join(folder, "thumb") }));

/** What is kept of a look at a file that is not refused. */
type Made = Pick<
  FileRow,
  "type" | "cleanState" | "refusal" | "cleanKey" | "cleanSize" | "cleanVersion" | "thumbKey" | "thumbType"
>;
type Verdict = { verdict: "fine"; made: Made } | { verdict: "refused"; type: string; message: string };

/** Looks at the bytes at `path` and stores the copies for others. Null: the workers are busy. */
export const makeCopies = (runtime: Runtime, { key, name }: FileRow, path: string): Promise<Verdict | null> =>
  withCopies(runtime, async (copies): Promise<Verdict | null> => {
    const looked = await inspectFile(runtime, path, name, copies);
    if (!looked.ok) return null;
    const { value } = looked;
    if (value.verdict === "refused") return { verdict: "refused", type: value.type, message: value.message };
    const storage = runtime.port(storagePort);
    // A newer copy never lies where an older one is being read.
    const cleanKey = value.clean === "done" ? `${key}.clean${cleanerVersion}` : null;
    const thumbKey = value.thumb ? `${key}.thumb` : null;
    const cleanSize = cleanKey ? await storage.put(cleanKey, createReadStream(copies.clean)) : null;
    if (thumbKey) await storage.put(thumbKey, createReadStream(copies.thumb));
    const { type, clean: cleanState, message: refusal } = value;
    const thumbType = thumbKey && "image/webp";
    return {
      verdict: "fine",
      made: { type, cleanState, refusal, cleanKey, cleanSize, cleanVersion: cleanerVersion, thumbKey, thumbType },
    };
  });

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
