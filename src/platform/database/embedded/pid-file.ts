import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What a running server writes into its folder (postmaster.pid). */
export type PidFile = { pid: number; port: number; socketFolder: string; status: string };

const fileOf = (cluster: string) => join(cluster, "postmaster.pid");

export const readPidFile = (cluster: string): PidFile | undefined => {
  const lines = readLines(fileOf(cluster));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4]?.trim() ?? "", status: lines[7]?.trim() ?? "" };
};

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** The pid file of a server that lives on this folder; pids are reused, so the process is looked at too. */
export const liveServer = (cluster: string): PidFile | undefined => {
  const found = readPidFile(cluster);
  return found && isAlive(found.pid) && worksOn(found.pid, cluster) ? found : undefined;
};

/**
 * Removes a pid file whose number now belongs to another program: PostgreSQL would refuse to start on it.
 * A dead number is left to PostgreSQL, which then also looks for leftovers in shared memory.
 */
export const dropStolenPidFile = (cluster: string): boolean => {
  const found = readPidFile(cluster);
  if (!found || !isAlive(found.pid) || worksOn(found.pid, cluster)) return false;
  rmSync(fileOf(cluster));
  return true;
};

/**
 * The process that holds a socket (its lock file is given) though the folder under it was taken away and made anew. It
 * would notice within a minute. Known on Linux alone.
 */
export const orphanAt = (socketLock: string, cluster: string): number | undefined => {
  const pid = Number(readLines(socketLock)[0]);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === `${realpathSync(cluster)} (deleted)` ? pid : undefined;
  } catch {
    return undefined;
  }
};

const worksOn = (pid: number, cluster: string): boolean => {
  if (process.platform === "linux") return worksIn(pid, cluster);
  const name =
    process.platform === "win32"
      ? tell("tasklist", ["/FI", `PID eq ${pid}`, "/NH"])
      : tell("ps", ["-o", "comm=", "-p", String(pid)]);
  return name.includes("postgres");
};

/** A server's working folder is its data folder. Unknown counts as yes: a living server is never taken over. */
const worksIn = (pid: number, cluster: string): boolean => {
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EACCES";
  }
};

const tell = (program: string, args: string[]): string => {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
};
