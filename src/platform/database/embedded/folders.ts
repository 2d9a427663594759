import { chmodSync, existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../whole-file.ts";

/** Where the embedded database keeps its things inside the data folder. */
export type Folders = {
  /** The data folder itself, without symbolic links: two ways to write it are one folder. */
  home: string;
  /** PostgreSQL's own folder. */
  cluster: string;
  /** Held (by the system, so never stale) while a process starts or stops the server. */
  lock: string;
  /** The server's log: no statements, no values, at most about 1 MB. */
  serverLog: string;
  /** Only where there are no unix sockets (Windows). */
  password: string;
};

/** A database was made in this data folder before. */
export const hasDatabase = (dataDir: string): boolean => existsSync(join(dataDir, "database", "PG_VERSION"));

/** Makes the data folder when it is missing, closed to other users, and returns the places in it. */
export const openFolders = (dataDir: string): Folders => {
  if (!existsSync(dataDir)) make(dataDir);
  const home = realpathSync(dataDir);
  return {
    home,
    cluster: join(home, "database"),
    lock: join(home, "database.lock"),
    serverLog: join(home, "database.log"),
    password: join(home, "database.password"),
  };
};

const make = (folder: string): void => {
  try {
    makeFolder(folder);
    chmodSync(folder, 0o700); // not as mkdir mode: that would close the parents as well
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be made: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
};
