import { type FileStorage, storedFiles } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { meter } from "./measure.ts";

/** Files whose bytes are missing or are not those that the database speaks of, a sentence each. Reads all of them. */
export async function fileProblems(db: Database, storage: FileStorage): Promise<string[]> {
  const problems: string[] = [];
  for (const { key, size, sha256 } of await storedFiles(db)) {
    if ((await storage.size(key)) === null) {
      problems.push(`The bytes of file ${key} are missing.`);
      continue;
    }
    const { stream, result } = meter();
    for await (const _ of (await storage.read(key)).pipe(stream));
    const found = result();
    if ((size !== null && size !== found.bytes) || (sha256 !== null && sha256 !== found.sha256))
      problems.push(`The bytes of file ${key} are not those that were stored.`);
  }
  return problems;
}
