import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderPrefix } from "#tests/support/server-folders.ts";

/** A folder for a disk of the test's own; stale ones are removed by the next run. */
export const newDisk = (): string => mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));

function tryMount(): boolean {
  const disk = newDisk();
  const works = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", disk], { stdio: "ignore" }).status === 0;
  if (works) execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true });
  return works;
}

/** Whether small disks may be mounted here (as root on Linux); says so where a test is left out. */
export const mountable = process.getuid?.() === 0 && process.platform === "linux" && tryMount();
if (!mountable) console.warn("SKIPPED: a full or read-only disk can only be tried where one may be mounted (as root).");
