import { type FileStorage, type StoredFile, storedFiles } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Measured, meter } from "./measure.ts";

/** Bytes that are missing (no measure), or are not those that the row speaks of. */
export const isDamaged = ({ size, sha256 }: StoredFile, found: Measured | undefined): boolean =>
  !found || (size !== null && size !== found.bytes) || (sha256 !== null && sha256 !== found.sha256);

/** The files whose bytes are missing or altered. Reads all of them. */
export async function damagedFiles(db: Database, storage: FileStorage): Promise<StoredFile[]> {
  const damaged: StoredFile[] = [];
  for (const file of await storedFiles(db))
    if (isDamaged(file, await measureStored(storage, file.key))) damaged.push(file);
  return damaged;
}

async function measureStored(storage: FileStorage, key: string): Promise<Measured | undefined> {
  if ((await storage.size(key)) === null) return undefined;
  const { stream, result } = meter();
  for await (const _ of (await storage.read(key)).pipe(stream));
  return result();
}
