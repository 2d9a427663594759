import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, liveServer, readPidFile } from "../../src/platform/database/embedded/pid-file.ts";

/** A test server's folder carries the number of the process that uses it. */
export const folderPrefix = "paperwright-test-";

/** A test database's name goes on with the number of the process that uses it. */
export const databasePrefix = "w_";

/** The migrated database that every test database is copied from. */
export const templateName = "template_fixture";

/** Removes what killed runs left behind: folders whose process is gone, with the server that may still live there. */
export const removeStaleFolders = (base = tmpdir()): void => {
  for (const name of readdirSync(base)) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split("-")[0]) : Number.NaN;
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) removeFolder(join(base, name));
  }
};

/** Ends the server that lives in a data folder, if one does, and removes the folder. Nothing in it is kept. */
export const removeFolder = (dataDir: string): void => {
  const cluster = join(dataDir, "database");
  const server = liveServer(cluster);
  const socketFolder = readPidFile(cluster)?.socketFolder; // also of a server that died
  if (server) process.kill(server.pid, "SIGKILL");
  if (socketFolder) rmSync(socketFolder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
};
