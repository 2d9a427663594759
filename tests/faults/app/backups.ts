import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Manifest } from "#src/backup/manifest.ts";
import { tablePart } from "#src/backup/parts.ts";
import { runScript } from "./scripts.ts";

/** `npm run backup` of an installation. @returns the new folder in `into`. */
export async function backupOf(dataDir: string, into: string, env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await runScript("backup", ["--to", into], { DATA_DIR: dataDir, ...env });
  expect([code, output]).toEqual([0, expect.stringContaining("Backup made: ")]);
  const folder = /Backup made: (.+)/.exec(output)?.[1] ?? "";
  expect(readdirSync(into).filter((name) => name.endsWith(".part"))).toEqual([]);
  return folder;
}

export const restore = (from: string, dataDir: string, env: Record<string, string> = {}) =>
  runScript("restore", ["--from", from], { DATA_DIR: dataDir, ...env });

export const isRestored = { code: 0, output: expect.stringMatching(/^Restored: /) };

/** The manifest of a backup that is not encrypted. */
export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")).manifest;

/** All that a backup holds, in an order of its own: equal for two backups of the same state. */
export function contentsOf(folder: string): Pick<Manifest, "files" | "sequences"> & { rows: Record<string, string[]> } {
  const { tables, sequences, files } = manifestOf(folder);
  const rows = tables.map(({ name }) => [
    name,
    readFileSync(join(folder, tablePart(name)), "utf8")
      .split("\n")
      .sort(),
  ]);
  return { rows: Object.fromEntries(rows), sequences, files };
}
