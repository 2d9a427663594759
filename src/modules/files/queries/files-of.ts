import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isSealedFor, type Viewer } from "#src/shared/viewer.ts";
import { maskedName } from "../domain/masked-name.ts";
import { fileAddress, thumbAddress } from "../domain/names.ts";
import { ownsFile } from "../domain/policy.ts";
import type { FileState, Purpose } from "../domain/purposes.ts";
import { storagePort } from "../ports.ts";
import { accessTo, accountNamesOfWriters } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";

/** One line of a list of files. `size` is of what this viewer gets, in bytes. */
export type FileLine = {
  id: string;
  subject: string;
  name: string;
  size: number;
  type: string | null;
  address: string;
  /** Null: there is no picture of it. */
  thumb: string | null;
  state: FileState;
  own: boolean;
  /** Its personal details could not be taken out: others have it when its owner allows that. */
  withheld: boolean;
  /** Its owner sent it as it is: names, and what acts when it is opened, are still in it. */
  asItIs: boolean;
  /** Why it cannot be had, for its owner. */
  refusal: string | null;
};

type Ask = { db: Database; viewer: Viewer };

/**
 * Files attached to these subjects, oldest first, in one statement, and one more for the owners of others' files. Commands
 * and queries of the subject ask its policy first. Files that were refused are shown to their owner alone.
 */
export async function filesOf(
  { db, viewer }: Ask,
  { purpose, subjects }: { purpose: Purpose; subjects: readonly string[] },
): Promise<FileLine[]> {
  if (subjects.length === 0) return [];
  const rows = await db
    .select()
    .from(files)
    .where(and(eq(files.purpose, purpose), inArray(files.attachedTo, [...subjects]), ne(files.state, "gone")))
    .orderBy(asc(files.attachedAt), asc(files.id));
  // A report is what its reader opens a seal for.
  const closed = (row: FileRow) => purpose !== "threat" && isSealedFor(viewer, row.ownerId, "work");
  const shown = rows.filter((row) => !closed(row) && (row.state !== "refused" || ownsFile(row, viewer)));
  return linesOf({ db, viewer }, shown);
}

/** Files by their ids, which the subject's own query names to its viewers. Removed ones are missing. */
export async function filesById({ db, viewer }: Ask, ids: readonly string[]): Promise<Map<string, FileLine>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), ne(files.state, "gone")));
  return new Map((await linesOf({ db, viewer }, rows)).map((line) => [line.id, line]));
}

async function linesOf({ db, viewer }: Ask, rows: readonly FileRow[]): Promise<FileLine[]> {
  const others = rows.filter((row) => !ownsFile(row, viewer)).map(({ ownerId }) => ownerId);
  const writers = await accountNamesOfWriters(db, others);
  return rows.map((row) => {
    const own = ownsFile(row, viewer);
    return lineOf(row, { own, name: own || row.nameShown ? row.name : maskedName(row.name, writers.get(row.ownerId)) });
  });
}

const lineOf = (row: FileRow, { own, name }: { own: boolean; name: string }): FileLine => ({
  id: row.id,
  subject: row.attachedTo ?? "",
  name,
  size: own ? row.size : (row.cleanSize ?? row.size),
  type: row.type,
  address: fileAddress(row.id, name),
  thumb: row.thumbKey ? thumbAddress(row.id) : null,
  state: row.state,
  own,
  withheld: row.cleanState === "cannot",
  asItIs: row.cleanState === "none" && row.refusal !== null && row.state === "ready",
  refusal: own ? row.refusal : null,
});

export type FileToKeep = {
  id: string;
  name: string;
  /** What it is attached to: an order, a delivery, a conversation. */
  subject: string;
  /** Why this viewer does not get its bytes, in words; null: they follow. */
  missing: string | null;
  open: () => Promise<AsyncIterable<Uint8Array>>;
};

/**
 * Every file at these subjects as this viewer may have it, one after the other, the oldest first; its bytes are read when
 * they are asked for. `only`: of these ids.
 */
export async function* filesToKeep(
  ctx: Ctx,
  { purpose, subjects, only }: { purpose: Purpose; subjects: readonly string[]; only?: readonly string[] },
): AsyncGenerator<FileToKeep> {
  if (subjects.length === 0 || only?.length === 0) return;
  const { db } = ctx.runtime;
  const storage = ctx.runtime.port(storagePort);
  const rows = await db
    .select()
    .from(files)
    .where(
      and(
        eq(files.purpose, purpose),
        inArray(files.attachedTo, [...subjects]),
        ne(files.state, "gone"),
        only && inArray(files.id, [...only]),
      ),
    )
    .orderBy(asc(files.attachedAt), asc(files.id));
  for (const row of rows) {
    const key = await keyFor(ctx, row);
    const missing = "why" in key ? key.why : (await storage.size(key.key)) === null ? "Its bytes are lost." : null;
    const { id, name, attachedTo } = row;
    const open = async () => storage.read("key" in key ? key.key : row.key);
    yield { id, name, subject: attachedTo ?? "", missing, open };
  }
}

async function keyFor(ctx: Ctx, row: FileRow): Promise<{ key: string } | { why: string }> {
  const access = await accessTo(ctx, row);
  if (access === null) return { why: "You have no access to it." };
  if (access === "original") return { key: row.key };
  if (row.state === "refused") return { why: "The check refused it." };
  if (row.state !== "ready") return { why: "It is still being checked." };
  if (row.cleanState === "cannot") return { why: "Personal details could not be taken out of it." };
  return row.cleanKey ? { key: row.cleanKey } : { key: row.key };
}

/** Bytes that the storage must hold; `sha256` is known of an original once it was checked. */
export type StoredFile = {
  id: string;
  key: string;
  /** Made of the original: the clean copy, the small picture. */
  copy: boolean;
  size: number | null;
  sha256: string | null;
};

/** Every whole file that a row speaks of, with its clean copy and its small picture. For backups and checks. */
export async function storedFiles(db: Database): Promise<StoredFile[]> {
  const rows = await db
    .select()
    .from(files)
    .where(inArray(files.state, ["checking", "ready"]))
    .orderBy(asc(files.id));
  return rows.flatMap(({ id, key, size, sha256, cleanKey, cleanSize, thumbKey }) => [
    { id, key, copy: false, size, sha256 },
    ...(cleanKey ? [{ id, key: cleanKey, copy: true, size: cleanSize, sha256: null }] : []),
    ...(thumbKey ? [{ id, key: thumbKey, copy: true, size: null, sha256: null }] : []),
  ]);
}
