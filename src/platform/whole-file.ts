import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Makes the names in a folder durable. */
export const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return; // Windows opens no folders
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/**
 * Makes a folder that is missing, and those above it. Node's own `recursive` never ends below a folder that takes none,
 * such as /proc. @returns the upmost that was made; undefined: all were there.
 */
export function makeFolder(folder: string, mode?: number): string | undefined {
  if (existsSync(folder)) return undefined;
  const above = dirname(folder);
  const made = above === folder ? undefined : makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process made it meanwhile.
    if (!existsSync(folder)) throw error;
    return made;
  }
  return made ?? folder;
}

/** Writes a file of ours durably: after a power cut there is the old one or the new one, never a part of it. */
export const writeWholeFile = (file: string, text: string): void => {
  const draft = `${file}.new`;
  const handle = openSync(draft, "w", 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
};
