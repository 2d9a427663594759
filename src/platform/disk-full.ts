import { statfsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#src/config.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";

/** Bytes. Below it PostgreSQL would soon find no room for its log, and stop: then nothing could be read either. */
export const leastFree = 64 * 1024 * 1024;
const knownForMs = 1_000;

type Known = { at: number; full: boolean };
/** The last answer, by configuration. */
const checkedDisks = new WeakMap<object, Known>();

/** Each of them may lie on a disk of its own. */
const foldersOf = (dataDir: string): string[] => [
  dataDir,
  join(dataDir, "database"),
  join(dataDir, "database", "pg_wal"),
];

/** True when a disk of the embedded database has less than 64 MB left; a server of the operator's is not looked at. */
export function isDiskFull(config: Pick<Config, "databaseUrl" | "dataDir">): boolean {
  if (config.databaseUrl !== undefined) return false;
  const now = performance.now();
  const known = checkedDisks.get(config);
  if (known && now - known.at <= knownForMs) return known.full;
  const full = foldersOf(config.dataDir).some((folder) => freeIn(folder) < leastFree);
  checkedDisks.set(config, { at: now, full });
  return full;
}

const freeIn = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // no folder, nothing to look at
  }
};

export const diskFull = (): Refusal =>
  refuse("unavailable", "The disk of our server is full, so nothing can be saved now. What is there can be read.", {
    retryAfter: 60,
  });
