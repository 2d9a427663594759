import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isAlive } from "#src/platform/database/embedded/pid-file.ts";
import { makeFolder, syncFolder } from "#src/platform/whole-file.ts";
import { dayMs } from "#src/shared/units.ts";
import type { BackupDraft, BackupSource, BackupTarget } from "./target.ts";

/** A draft of another machine, whose processes we cannot see, is left alone for so long. */
const keptMs = 7 * dayMs;

const ownerFile = (draft: string): string => join(draft, "written-by");

/** Names the process that writes a draft (a folder that ends in .part), until it is whole. */
export const ownDraft = (draft: string): void => writeFileSync(ownerFile(draft), `${hostname()} ${process.pid}`);
const disownDraft = (draft: string): void => rmSync(ownerFile(draft));

/** Removes what killed backups left in `into`; drafts that a process still writes stay. */
export function removeDeadDrafts(into: string): void {
  for (const name of readdirSync(into))
    if (/^paperwright-.*\.part$/.test(name) && isDead(join(into, name))) rmSync(join(into, name), { recursive: true });
}

export function isDead(draft: string): boolean {
  const [host, pid] = ownerOf(draft).split(" ");
  if (host !== hostname()) return statSync(draft).mtimeMs < Date.now() - keptMs;
  return !isAlive(Number(pid));
}

function ownerOf(draft: string): string {
  try {
    return readFileSync(ownerFile(draft), "utf8");
  } catch {
    return "";
  }
}

/** A backup that lies in a folder of its own. */
export const folderSource = (folder: string): BackupSource => ({
  label: folder,
  labelOf: (part) => join(folder, part),
  read: async (part) => {
    const file = join(folder, part);
    return existsSync(file) ? createReadStream(file) : null;
  },
});

/** Backups in a folder: one is written into a folder that ends in .part, which gets its name when it is whole. */
export const folderTarget = (into: string): BackupTarget => ({
  begin: async (name) => beginDraft(into, name),
  open: (name) => folderSource(join(into, name)),
  names: async () => (existsSync(into) ? readdirSync(into) : []),
  remove: async (name) => {
    const leaving = join(into, `${name}.part`);
    renameSync(join(into, name), leaving);
    await rm(leaving, { recursive: true });
  },
  tidy: async () => removeDeadDrafts(into),
});

function beginDraft(into: string, name: string): BackupDraft {
  const draft = join(into, `${name}.part`);
  const made = new Set<string>([draft]);
  try {
    makeFolder(draft);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause;
    throw new Error(`No backup can be made in ${into}: ${why}. Choose another folder.`, { cause });
  }
  chmodSync(draft, 0o700); // not as mkdir mode: that would close the parents as well
  ownDraft(draft);
  const ensure = (folder: string): void => {
    if (made.has(folder)) return;
    ensure(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
    made.add(folder);
  };
  return {
    put: async (part, source) => {
      const file = join(draft, part);
      ensure(dirname(file));
      const options = { flags: "w", mode: 0o600, flush: true };
      await pipeline(Readable.from(source), createWriteStream(file, options)).catch((error: unknown) => {
        throw withFreeSpace(error, into);
      });
    },
    remove: (part) => rm(join(draft, part)),
    finish: async () => {
      for (const folder of made) syncFolder(folder);
      disownDraft(draft);
      renameSync(draft, join(into, name));
      syncFolder(into);
    },
    giveUp: () => rm(draft, { recursive: true, force: true }),
  };
}

const withFreeSpace = (error: unknown, into: string): unknown =>
  error instanceof Error && "code" in error && error.code === "ENOSPC"
    ? new Error(`There is no room for the backup in ${into}: nothing was kept there.`, { cause: error })
    : error;
