import { asc, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { files } from "../tables.ts";

/** Bytes that the storage must hold; `sha256` is known of an original once it was checked. */
export type StoredFile = {
  id: string;
  key: string;
  /** Made of the original: the clean copy, the small picture. */
  copy: boolean;
  size: number | null;
  sha256: string | null;
};

/** Every whole file that a row speaks of, with its clean copy and its small picture. For backups and checks. */
export async function storedFiles(db: Database): Promise<StoredFile[]> {
  const rows = await db
    .select()
    .from(files)
    .where(inArray(files.state, ["checking", "ready"]))
    .orderBy(asc(files.id));
  return rows.flatMap(({ id, key, size, sha256, cleanKey, cleanSize, thumbKey }) => [
    { id, key, copy: false, size, sha256 },
    ...(cleanKey ? [{ id, key: cleanKey, copy: true, size: cleanSize, sha256: null }] : []),
    ...(thumbKey ? [{ id, key: thumbKey, copy: true, size: null, sha256: null }] : []),
  ]);
}
