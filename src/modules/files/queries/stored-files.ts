import { inArray, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { files } from "../tables.ts";

/** Bytes that the storage must hold; `sha256` is known of an original once it was checked. */
export type StoredFile = { key: string; size: number | null; sha256: string | null };

/** Every whole file that a row speaks of, with its clean copy and its small picture. For backups and checks. */
export async function storedFiles(db: Database): Promise<StoredFile[]> {
  const rows = await db
    .select({
      key: files.key,
      size: files.size,
      sha256: files.sha256,
      cleanKey: files.cleanKey,
      cleanSize: files.cleanSize,
      thumbKey: files.thumbKey,
    })
    .from(files)
    .where(inArray(files.state, ["checking", "ready"]))
    .orderBy(sql`${files.id}`);
  return rows.flatMap(({ key, size, sha256, cleanKey, cleanSize, thumbKey }) => [
    { key, size, sha256 },
    ...(cleanKey ? [{ key: cleanKey, size: cleanSize, sha256: null }] : []),
    ...(thumbKey ? [{ key: thumbKey, size: null, sha256: null }] : []),
  ]);
}
