import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
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
