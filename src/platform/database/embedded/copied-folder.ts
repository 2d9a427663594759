import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWholeFile } from "#src/platform/whole-file.ts";

/**
 * Where a database folder lay when a server was last started on it. `born`: its creation in nanoseconds, where the file
 * system knows it. A copy has another inode and another birth, and keeps saying where it was copied from.
 */
type FolderMark = {
  path: string;
  device: string;
  inode: string;
  born: string | null;
  boot: string | null;
  machine: string | null;
  /** A copy that is being checked, or was found broken. */
  unchecked?: boolean;
};

/** same: where it was. moved: elsewhere, but cleanly stopped before. copied: elsewhere, and a server ran on it. */
export type Verdict = { kind: "same" } | { kind: "moved" | "copied"; from: string };

const fileOf = (cluster: string): string => join(cluster, "paperwright-folder.json");

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8").trim() || null;
  } catch {
    return null;
  }
};

const markOf = (cluster: string): FolderMark => {
  const { dev, ino, birthtimeNs, ctimeNs } = statSync(cluster, { bigint: true });
  return {
    path: realpathSync(cluster),
    device: String(dev),
    inode: String(ino),
    // Where the time of creation is not known, Node gives the time of the last change.
    born: birthtimeNs > 0n && birthtimeNs !== ctimeNs ? String(birthtimeNs) : null,
    boot: textOf("/proc/sys/kernel/random/boot_id"),
    machine: textOf("/etc/machine-id"),
  };
};

/** From now on the folder belongs where it lies. */
export const markFolder = (cluster: string): void => {
  const mark = JSON.stringify(markOf(cluster));
  if (textOf(fileOf(cluster)) !== mark) writeWholeFile(fileOf(cluster), mark);
};

/** Until `markFolder`, no start takes this folder for a sound one, whatever happens to this process. */
export const markUnchecked = (cluster: string): void => {
  const mark = readMark(cluster) ?? { ...markOf(cluster), path: elsewhere };
  writeWholeFile(fileOf(cluster), JSON.stringify({ ...mark, unchecked: true }));
};

const elsewhere = "another folder";

/** Undefined also when the copy cut it short. */
const readMark = (cluster: string): FolderMark | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(cluster), "utf8"));
  } catch {
    return undefined;
  }
};

/**
 * A device's number may change when the machine starts again, so it counts within one start of the machine only, and
 * where births are not known. Within one start the path does not count: a renamed folder is the same folder.
 */
const isSame = (then: FolderMark, now: FolderMark): boolean => {
  const sameDevice = then.device === now.device;
  const sameBirth = then.born !== null && now.born !== null ? then.born === now.born : sameDevice;
  const sameSite = then.path === now.path && then.machine === now.machine;
  const sameRun = sameDevice && then.boot !== null && then.boot === now.boot;
  return then.inode === now.inode && sameBirth && (sameSite || sameRun);
};

const stateOffset = 16; // of ControlFileData.state, after two 32-bit versions and the 64-bit system identifier
const shutDown = 1; // DB_SHUTDOWNED

/** The server that worked on this folder last has ended in order, and by what it says itself none works on it. */
const isStopped = (cluster: string): boolean => {
  const control = join(cluster, "global", "pg_control");
  if (existsSync(join(cluster, "postmaster.pid")) || !existsSync(control)) return false;
  return readFileSync(control).readInt32LE(stateOffset) === shutDown;
};

/** Distinguishes a folder at its old path from one that was moved and from a copy of a running one. */
export const checkFolder = (cluster: string): Verdict => {
  const mark = readMark(cluster);
  const from = mark?.path ?? elsewhere;
  if (mark?.unchecked) return { kind: "copied", from };
  if (mark ? isSame(mark, markOf(cluster)) : isStopped(cluster)) return { kind: "same" };
  return { kind: isStopped(cluster) ? "moved" : "copied", from };
};

export const copyRefused = (home: string, from: string): Error =>
  new Error(
    `The data folder ${home} is a copy that was made of ${from} while its installation ran, and may hold rows that its own keys do not find: bring the installation here with npm run backup and npm run restore, or, when its machine is gone, let this copy be checked with npm start -- --accept-copy.`,
  );

export const copyBroken = (home: string, problems: readonly string[]): Error => {
  const [some, more] = [problems.slice(0, 5).join(" "), problems.length - 5];
  return new Error(
    `The data folder ${home} was copied here and is broken, so it was not started: ${some}${more > 0 ? ` (and ${more} more)` : ""} Restore a backup instead.`,
  );
};
