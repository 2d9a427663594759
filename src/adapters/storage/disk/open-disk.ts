import { randomBytes } from "node:crypto";
import { type FileHandle, open, opendir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FileStorage, StorageFull, type Stored } from "#src/modules/files/index.server.ts";
import { releaseBuffer } from "#src/platform/release-buffer.ts";
import { makeFolder } from "#src/platform/whole-file.ts";

/** So much waits in memory while the disk is busy: fewer and larger writes. */
const ahead = 256 * 1024;

/**
 * Writes what comes at `offset` and gives each written piece's memory back. What arrived before a source failed is
 * written, then its failure is thrown; a failure of the disk counts more. @returns where the written bytes end.
 */
async function writeStream(handle: FileHandle, offset: number, source: AsyncIterable<Uint8Array>): Promise<number> {
  let at = offset;
  let waiting: Uint8Array[] = [];
  let size = 0;
  let busy: Promise<void> | null = null;
  const failures: unknown[] = [];
  const writeOut = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      size = 0;
      await writeAll(handle, batch, at);
      for (const piece of batch) {
        at += piece.length;
        releaseBuffer(piece);
      }
    }
  };
  const start = (): Promise<void> =>
    writeOut()
      .catch((error: unknown) => void failures.push(error))
      .then(() => {
        busy = null;
      });
  const settle = async (): Promise<void> => {
    while (busy || (waiting.length > 0 && failures.length === 0)) {
      busy ??= start();
      await busy;
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    for await (const piece of source) {
      waiting.push(piece);
      size += piece.length;
      busy ??= start();
      if (size >= ahead || failures.length > 0) await settle();
    }
  } finally {
    await settle();
  }
  return at;
}

/** One call to the system as a rule; a disk that takes less is asked again. */
async function writeAll(handle: FileHandle, batch: readonly Uint8Array[], at: number): Promise<void> {
  let rest = [...batch];
  for (let position = at; rest.length > 0; ) {
    const { bytesWritten } = await handle.writev(rest, position);
    position += bytesWritten;
    rest = after(rest, bytesWritten);
  }
}

function after(batch: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return batch.flatMap((piece) => {
    const gone = Math.min(left, piece.length);
    left -= gone;
    return gone === piece.length ? [] : [piece.subarray(gone)];
  });
}

const key = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}([0-9a-f]{2})([0-9a-f]{2})(?:\.[a-z0-9]{1,10}){0,2}$/;
const part = ".part";

/** Where a key lies: two levels of folders by the random end of its id. A key of another shape is a fault of ours. */
function pathOf(root: string, name: string): string {
  const found = key.exec(name);
  if (!found?.[1] || !found[2]) throw new Error("This is not a key of the file storage.");
  return join(root, found[1], found[2], name);
}

const partOf = (root: string, name: string): string => pathOf(root, name) + part;

/** The key that a file's name stands for; null for what is not ours. */
function keyOf(name: string): { key: string; unfinished: boolean } | null {
  const unfinished = name.endsWith(part);
  const bare = unfinished ? name.slice(0, -part.length) : name;
  return key.test(bare) ? { key: bare, unfinished } : null;
}

/** Makes the folders of a path, readable by us alone, and their entries durable. */
async function makeFolderOf(root: string, path: string): Promise<void> {
  const made = makeFolder(dirname(path), 0o700);
  if (made === undefined) return;
  for (let folder = dirname(path); folder.length >= dirname(root).length && folder !== dirname(folder); ) {
    await syncFolder(folder);
    if (folder === dirname(made)) return;
    folder = dirname(folder);
  }
}

/** A renamed file survives a power cut only when its folder was written too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const readAhead = 256 * 1024;

/** Files in a folder of their own: written to `.part`, flushed, renamed, the folder flushed. */
export function openDisk(root: string): FileStorage {
  /** @returns where the written bytes end. A full disk keeps nothing of what came. */
  const write = async (path: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number> => {
    const handle = await open(path, "r+");
    try {
      if ((await handle.stat()).size !== offset) throw new Error("These bytes do not follow those that are kept.");
      return await writeStream(handle, offset, source);
    } catch (error) {
      if (!isFull(error)) throw error;
      await handle.truncate(offset).catch(() => undefined);
      throw new StorageFull();
    } finally {
      await handle.close();
    }
  };
  const begin = async (key: string): Promise<string> => {
    const path = partOf(root, key);
    try {
      await makeFolderOf(root, path);
      await (await open(path, "ax", 0o600)).close();
    } catch (error) {
      throw isFull(error) ? new StorageFull() : error;
    }
    return "";
  };
  const settle = async (part: string, whole: string) => {
    await rename(part, whole);
    await syncFolder(dirname(whole));
  };
  return {
    begin,
    received: async ({ key }) => (await sizeOf(partOf(root, key))) ?? (await sizeOf(pathOf(root, key))),
    append: ({ key }, offset, source) => write(partOf(root, key), offset, source),
    finish: async ({ key }) => {
      const part = partOf(root, key);
      const whole = pathOf(root, key);
      if ((await sizeOf(part)) === null && (await sizeOf(whole)) !== null) return;
      await flush(part);
      await settle(part, whole);
    },
    put: async (key, source) => {
      const own = `${key}.${randomBytes(4).toString("hex")}`;
      const part = partOf(root, own);
      await begin(own);
      try {
        const size = await write(part, 0, source);
        await flush(part);
        await settle(part, pathOf(root, key));
        return size;
      } catch (error) {
        await rm(part, { force: true });
        throw isFull(error) ? new StorageFull() : error;
      }
    },
    read: async (key, range) => {
      const handle = await open(pathOf(root, key), "r");
      return handle.createReadStream({ ...range, highWaterMark: readAhead });
    },
    size: async (key) => sizeOf(pathOf(root, key)),
    localCopy: async (key) => ({ path: pathOf(root, key), release: async () => undefined }),
    remove: async ({ key }) => {
      await rm(partOf(root, key), { force: true });
      await rm(pathOf(root, key), { force: true });
    },
    list: () => listFolder(root),
    space: async () => {
      const { bavail, blocks, bsize } = await statfs(await existing(root));
      return { free: bavail * bsize, whole: blocks * bsize };
    },
    probe: openProbe(root),
  };
}

/** Writes a byte beside the files. A new installation has no folder yet; one that was there and is gone is a fault. */
function openProbe(root: string): () => Promise<void> {
  const path = join(root, `.probe-${process.pid}-${randomBytes(4).toString("hex")}`);
  let seen = false;
  return async () => {
    if (!seen) makeFolder(root, 0o700);
    seen = true;
    await writeFile(path, "1", { mode: 0o600 });
    await rm(path);
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
const isFull = (error: unknown): boolean =>
  error instanceof StorageFull || ["ENOSPC", "EDQUOT"].includes(codeOf(error));

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } catch (error) {
    throw isFull(error) ? new StorageFull() : error;
  } finally {
    await handle.close();
  }
}

/** The folder itself, or the nearest one above it that exists. */
async function existing(path: string): Promise<string> {
  return (await sizeOf(path)) === null && dirname(path) !== path ? existing(dirname(path)) : path;
}

async function* listFolder(root: string): AsyncIterable<Stored> {
  if ((await sizeOf(root)) === null) return;
  for await (const entry of await opendir(root, { recursive: true })) {
    const known = entry.isFile() ? keyOf(entry.name) : null;
    if (!known) continue;
    const path = known.unfinished ? partOf(root, known.key) : pathOf(root, known.key);
    const at = await stat(path).catch(() => null);
    if (at) yield { ...known, ref: "", at: at.mtime };
  }
}
