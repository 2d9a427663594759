import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, liveServer, readPidFile } from "../../src/platform/database/embedded/pid-file.ts";

const memoryFolder = "/dev/shm";
const roomNeeded = 4 * 1024 ** 3;

/**
 * Where tests write: the folder in memory where Linux has one with 4 GB of room, else the one for temporary files.
 * Copying a database of 750 files costs the processor ten times as much on a disk's file system.
 */
export function quickFolder(): string {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= roomNeeded ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A test server's folder carries the number of the process that uses it. */
export const folderPrefix = "paperwright-test-";

/** The servers that are kept for a checkout's next run; the name continues with a hash of its path, which lies inside. */
const keptPrefix = "paperwright-kept-";

/** A test database's name continues with the number of the process that uses it. */
export const databasePrefix = "w_";

/** The migrated database that every test database is copied from. */
export const templateName = "template_fixture";

/** Removes what killed runs left behind: folders whose process is gone, with the server that may still live there. */
export const removeStaleFolders = (base = quickFolder()): void => {
  for (const name of readdirSync(base)) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split("-")[0]) : Number.NaN;
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) removeFolder(join(base, name));
  }
};

/** Removes what is kept for checkouts that are gone. */
export const removeKeptOfLostCheckouts = (base = quickFolder()): void => {
  for (const name of readdirSync(base).filter((one) => one.startsWith(keptPrefix))) {
    const kept = join(base, name);
    const checkout = readIfThere(join(kept, "checkout"));
    if (!checkout || existsSync(checkout)) continue;
    for (const server of readdirSync(kept)) removeFolder(join(kept, server));
    rmSync(kept, { recursive: true, force: true });
  }
};

const readIfThere = (file: string): string | null => (existsSync(file) ? readFileSync(file, "utf8") : null);

/** Ends the server that lives in a data folder, if one does, and removes the folder. Nothing in it is kept. */
export const removeFolder = (dataDir: string): void => {
  const cluster = join(dataDir, "database");
  const server = liveServer(cluster);
  const socketFolder = readPidFile(cluster)?.socketFolder; // also of a server that died
  if (server) process.kill(server.pid, "SIGKILL");
  if (socketFolder) rmSync(socketFolder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
};

/**
 * Where this checkout keeps what its next run finds again under the same name. What is kept under other names is removed,
 * unless a server lives there. The folder itself is not made.
 */
export function keptFolder(kind: "servers" | "demo", name: string): string {
  const checkout = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 12);
  const kept = join(quickFolder(), `${keptPrefix}${checkout}${kind === "demo" ? "-demo" : ""}`);
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, "checkout"), process.cwd());
  for (const other of readdirSync(kept))
    if (other !== name && other !== "checkout" && !liveServer(join(kept, other, "database")))
      removeFolder(join(kept, other));
  return join(kept, name);
}
