import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderPrefix } from "#tests/support/server-folders.ts";

/** A folder for a disk of the test's own; stale ones are removed by the next run. */
export const newDisk = (): string => mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));

/** Mounts a disk of this size ("8m") on a folder. True: it is there. */
export const mountDisk = (folder: string, size: string): boolean =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder], { stdio: "ignore" }).status === 0;

function tryMount(): boolean {
  const disk = newDisk();
  const works = mountDisk(disk, "1m");
  if (works) execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true });
  return works;
}

/** Whether small disks may be mounted here (as root on Linux); says so where a test is left out. */
export const mountable = process.getuid?.() === 0 && process.platform === "linux" && tryMount();
if (!mountable) console.warn("SKIPPED: a full or read-only disk can only be tried where one may be mounted (as root).");
