import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, opendir, rename, rm, stat, statfs, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { type FileStorage, NoRoom, type Stored } from "#src/modules/files/index.server.ts";
import { keyOf, makeFolderOf, partOf, placeOf, syncFolder } from "./places.ts";

const readAhead = 256 * 1024;
const writeAhead = 256 * 1024;

/** Files in a folder of their own: written to `.part`, flushed, renamed, the folder flushed. */
export function openDisk(root: string): FileStorage {
  const write = async (path: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<void> => {
    const calm = untilItFails(source);
    const out = createWriteStream(path, { flags: "r+", start: offset, highWaterMark: writeAhead });
    // A write may still be under way when the pipeline gives up: only then does the size tell the truth.
    const closed = new Promise((done) => out.once("close", done));
    try {
      await pipeline(calm.bytes, out).finally(() => closed);
    } catch (error) {
      if (!isFull(error)) throw error;
      await truncate(path, offset).catch(() => undefined);
      throw new NoRoom();
    }
    if (calm.failed()) throw calm.failure();
  };
  const begin = async (key: string): Promise<string> => {
    const path = partOf(root, key);
    try {
      await makeFolderOf(root, path);
      await (await open(path, "ax", 0o600)).close();
    } catch (error) {
      throw isFull(error) ? new NoRoom() : error;
    }
    return "";
  };
  const settle = async (part: string, whole: string) => {
    await rename(part, whole);
    await syncFolder(dirname(whole));
  };
  return {
    begin,
    received: async ({ key }) => (await sizeOf(partOf(root, key))) ?? (await sizeOf(placeOf(root, key))),
    append: async ({ key }, offset, source) => {
      const path = partOf(root, key);
      if ((await sizeOf(path)) !== offset) throw new Error("These bytes do not follow those that are kept.");
      await write(path, offset, source);
      return (await stat(path)).size;
    },
    finish: async ({ key }) => {
      const part = partOf(root, key);
      const whole = placeOf(root, key);
      if ((await sizeOf(part)) === null && (await sizeOf(whole)) !== null) return;
      await flush(part);
      await settle(part, whole);
    },
    put: async (key, source) => {
      const own = `${key}.${randomBytes(4).toString("hex")}`;
      const part = partOf(root, own);
      await begin(own);
      try {
        await write(part, 0, source);
        await flush(part);
        const { size } = await stat(part);
        await settle(part, placeOf(root, key));
        return size;
      } catch (error) {
        await rm(part, { force: true });
        throw isFull(error) ? new NoRoom() : error;
      }
    },
    read: async (key, range) => {
      const handle = await open(placeOf(root, key), "r");
      return handle.createReadStream({ ...range, highWaterMark: readAhead });
    },
    size: async (key) => sizeOf(placeOf(root, key)),
    localCopy: async (key) => ({ path: placeOf(root, key), release: async () => undefined }),
    remove: async ({ key }) => {
      await rm(partOf(root, key), { force: true });
      await rm(placeOf(root, key), { force: true });
    },
    list: () => listFolder(root),
    room: async () => {
      const { bavail, blocks, bsize } = await statfs(await existing(root));
      return { free: bavail * bsize, whole: blocks * bsize };
    },
  };
}

/** A source that fails ends for the writer, so that what arrived before is still written. */
function untilItFails(source: AsyncIterable<Uint8Array>) {
  let failed = false;
  let failure: unknown;
  async function* bytes() {
    try {
      yield* source;
    } catch (error) {
      failed = true;
      failure = error;
    }
  }
  return { bytes: bytes(), failed: () => failed, failure: () => failure };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
const isFull = (error: unknown): boolean => error instanceof NoRoom || ["ENOSPC", "EDQUOT"].includes(codeOf(error));

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
    throw isFull(error) ? new NoRoom() : error;
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
    const path = known.unfinished ? partOf(root, known.key) : placeOf(root, known.key);
    const at = await stat(path).catch(() => null);
    if (at) yield { ...known, ref: "", at: at.mtime };
  }
}
