import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { minuteMs } from "#src/shared/units.ts";
import type { Binaries } from "./binaries.ts";
import type { Folders } from "./folders.ts";
import { commandAs, giveTo, type Identity } from "./identity.ts";
import { serverOptions } from "./options.ts";
import { isAlive, liveServer, orphanAt, readPidFile } from "./pid-file.ts";
import { lastMessage, openServerLog } from "./server-log.ts";
import { type Address, socketLockOf } from "./socket.ts";

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
