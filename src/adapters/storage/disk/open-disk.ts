import { randomBytes } from "node:crypto";
import { open, opendir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FileStorage, StorageFull, type Stored } from "#src/modules/files/index.server.ts";
import { makeFolder } from "#src/platform/whole-file.ts";
import { keyOf, makeFolderOf, partOf, pathOf, syncFolder } from "./paths.ts";
import { writeStream } from "./write-stream.ts";

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
