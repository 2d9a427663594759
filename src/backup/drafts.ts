import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive } from "#src/platform/database/embedded/pid-file.ts";
import { dayMs } from "#src/shared/units.ts";

/** A draft of another machine, whose processes we cannot see, is left alone for so long. */
const keptMs = 7 * dayMs;

const ownerFile = (draft: string): string => join(draft, "written-by");

/** Names the process that writes a draft (a folder that ends in .part), until it is whole. */
export const ownDraft = (draft: string): void => writeFileSync(ownerFile(draft), `${hostname()} ${process.pid}`);
export const disownDraft = (draft: string): void => rmSync(ownerFile(draft));

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
