import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
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

type Kept = { name: string; what: string; fits: (path: string, found: Stats) => boolean };

const isFile = (_path: string, found: Stats): boolean => found.isFile();
const isFolder = (_path: string, found: Stats): boolean => found.isDirectory();
const isOursOrEmpty = (path: string, found: Stats): boolean =>
  found.isDirectory() && (existsSync(join(path, "PG_VERSION")) || readdirSync(path).length === 0);
/** SQLite holds the lock for us, and has never written into this file. */
const isLock = (path: string, found: Stats): boolean =>
  found.isFile() && (found.size === 0 || readFileSync(path, "latin1").startsWith("SQLite format 3\0"));

const kept: readonly Kept[] = [
  { name: "database", what: "its database", fits: isOursOrEmpty },
  { name: "database.lock", what: "the lock of its database", fits: isLock },
  { name: "database.log", what: "the log of its database", fits: isFile },
  { name: "secret", what: "its secret", fits: isFile },
  { name: "files", what: "what people send", fits: isFolder },
  { name: "look", what: "files that are being checked", fits: isFolder },
];

/**
 * Throws one sentence when the data folder cannot be made or written, or when something else lies where the product
 * keeps its own things. Makes and changes nothing.
 */
export function checkDataFolder(dataDir: string): void {
  checkWritable(dataDir);
  for (const { name, what, fits } of kept) {
    const path = join(dataDir, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && !fits(path, found))
      throw new Error(
        `${path} is in the way, because Paperwright keeps ${what} under this name: move it elsewhere, or choose another data folder (DATA_DIR).`,
      );
  }
}

/** A folder that is missing is made in the nearest one above it that is there. */
function checkWritable(dataDir: string): void {
  const near = nearest(resolve(dataDir));
  const isThere = near === resolve(dataDir);
  if (!statSync(near).isDirectory())
    throw new Error(`${near} is a file where the data folder should be: choose another data folder (DATA_DIR).`);
  try {
    accessSync(near, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const why =
      cause instanceof Error && "code" in cause && cause.code === "EROFS" ? "is read-only" : "cannot be written";
    throw new Error(
      `The data folder ${dataDir} ${isThere ? why : `cannot be made, because ${near} ${why}`}: check its owner and its disk, or choose another one (DATA_DIR).`,
      { cause },
    );
  }
}

const nearest = (path: string): string => {
  try {
    statSync(path);
    return path;
  } catch {
    return nearest(dirname(path));
  }
};
