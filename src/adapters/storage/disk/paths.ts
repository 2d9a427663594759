import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "#src/platform/whole-file.ts";

const key = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}([0-9a-f]{2})([0-9a-f]{2})(?:\.[a-z0-9]{1,10}){0,2}$/;
const part = ".part";

/** Where a key lies: two levels of folders by the random end of its id. A key of another shape is a fault of ours. */
export function pathOf(root: string, name: string): string {
  const found = key.exec(name);
  if (!found?.[1] || !found[2]) throw new Error("This is not a key of the file storage.");
  return join(root, found[1], found[2], name);
}

export const partOf = (root: string, name: string): string => pathOf(root, name) + part;

/** The key that a file's name stands for; null for what is not ours. */
export function keyOf(name: string): { key: string; unfinished: boolean } | null {
  const unfinished = name.endsWith(part);
  const bare = unfinished ? name.slice(0, -part.length) : name;
  return key.test(bare) ? { key: bare, unfinished } : null;
}

/** Makes the folders of a path, readable by us alone, and their entries durable. */
export async function makeFolderOf(root: string, path: string): Promise<void> {
  const made = makeFolder(dirname(path), 0o700);
  if (made === undefined) return;
  for (let folder = dirname(path); folder.length >= dirname(root).length && folder !== dirname(folder); ) {
    await syncFolder(folder);
    if (folder === dirname(made)) return;
    folder = dirname(folder);
  }
}

/** A renamed file survives a power cut only when its folder was written too. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
