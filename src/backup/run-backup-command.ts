import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { basename, join } from "node:path";
import { readManifest } from "./manifest.ts";

type MadeBackup = { name: string; bytes: number; damaged: number };
/** Throws one sentence when no backup was made. */
export type MakeBackup = (home: string, into: string) => Promise<MadeBackup>;

/**
 * Runs `npm run backup` as a process of its own, with our environment: its memory and its work are not the pages'. It
 * ends with us, and what it leaves unfinished then goes with the next whole one.
 */
export const runBackupCommand: MakeBackup = (home, into) =>
  new Promise((made, failed) => {
    const child = spawn(process.execPath, [join(home, "scripts/backup.ts"), "--to", into], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const end = (): void => void child.kill();
    process.once("exit", end);
    const heard = { said: "", complained: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      heard.said = (heard.said + text).slice(0, 10_000);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      heard.complained = (heard.complained + text).slice(0, 10_000);
    });
    child.once("error", failed);
    child.once("close", (code) => {
      process.off("exit", end);
      const folder = /^Backup made: (.+)$/m.exec(heard.said)?.[1];
      if ((code !== 0 && code !== 2) || folder === undefined)
        return failed(new Error(heard.complained.trim().split("\n").at(-1) || `The backup ended with code ${code}.`));
      const { tables, files, damaged } = readManifest(folder);
      const bytes = [...tables, ...files].reduce((sum, one) => sum + one.bytes, 0);
      made({ name: basename(folder), bytes, damaged: damaged.length });
    });
  });
