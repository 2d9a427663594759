import { createHash, randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Folders } from "./folders.ts";
import { giveTo, type Identity } from "./identity.ts";
import type { PidFile } from "./pid-file.ts";

/** How the server is reached: a private socket, or (without unix sockets) TCP on 127.0.0.1 with a password. */
export type Transport = "socket" | "tcp";

/** `host` is the socket's folder or 127.0.0.1. */
export type Address = { transport: Transport; host: string; port: number; password?: string };

export const defaultTransport: Transport = process.platform === "win32" ? "tcp" : "socket";

const longest = 107; // bytes of a unix socket's path, sockaddr_un on Linux
const socketPort = 5432; // only a part of the socket's name
const nameOf = (folder: string) => join(folder, `.s.PGSQL.${socketPort}`);

/** The file in which a server keeps its number while it holds the socket. */
export const socketLockOf = ({ host }: Address): string => `${nameOf(host)}.lock`;

/** The address for a server that this process is about to start: `known` again where that is possible. */
export const newAddress = async (
  folders: Folders,
  transport: Transport,
  identity: Identity,
  known?: Address,
): Promise<Address> => {
  if (known && (known.transport === "tcp" || makeOrOwn(known.host, identity))) return known;
  return transport === "tcp"
    ? { transport, host: "127.0.0.1", port: await freePort(), password: readPassword(folders.password) }
    : { transport, host: socketFolder(folders.home, identity), port: socketPort };
};

/** The address of a server that runs already, from its pid file. */
export const addressOf = (folders: Folders, running: PidFile): Address =>
  running.socketFolder
    ? { transport: "socket", host: running.socketFolder, port: running.port }
    : { transport: "tcp", host: "127.0.0.1", port: running.port, password: readPassword(folders.password) };

/**
 * A private folder (0700) with a short path: a data folder may lie deeper than a socket's path may be long.
 * When somebody else holds the expected name, a new random one is made; others read it from the pid file.
 */
export const socketFolder = (home: string, identity: Identity, base = tmpdir()): string => {
  const hash = createHash("sha256").update(home).digest("hex").slice(0, 16);
  const expected = join(base, `paperwright-${hash}`);
  const folder = makeOrOwn(expected, identity) ? expected : mkdtempSync(join(base, "paperwright-"));
  if (Buffer.byteLength(nameOf(folder)) > longest)
    throw new Error(
      `The folder for temporary files (${base}) has too long a path for the database's socket: set TMPDIR to a shorter one.`,
    );
  giveTo(identity, folder);
  return folder;
};

const makeOrOwn = (folder: string, identity: Identity): boolean => {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  const found = lstatSync(folder);
  const owners = [process.getuid?.(), identity.kind === "user" ? identity.uid : undefined];
  return found.isDirectory() && owners.includes(found.uid) && (found.mode & 0o077) === 0;
};

/** Leaves nothing in the folder for temporary files; a folder that is in use again is not empty and stays. */
export const removeSocketFolder = ({ transport, host }: Address): void => {
  if (transport !== "socket") return;
  try {
    rmdirSync(host);
  } catch {
    // not empty, or gone already
  }
};

/** A random password, readable by the owner alone; made once. */
export const makePassword = (file: string): void => {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
};

const readPassword = (file: string): string => readFileSync(file, "utf8").trim();

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("No free port.")),
      );
    });
  });
