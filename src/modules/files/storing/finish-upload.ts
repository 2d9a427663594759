import { and, eq } from "drizzle-orm";
import type { Runtime } from "#src/platform/runtime.ts";
import { hourMs } from "#src/shared/units.ts";
import { storagePort } from "../ports.ts";
import { filesSetting } from "../settings.ts";
import { type FileRow, files } from "../tables.ts";

/**
 * All bytes are here: makes them durable, then moves the row from receiving to checking. The caller holds the lease.
 * Doing it again after a crash between the two is fine. @returns false when the file was removed meanwhile.
 */
export async function finishUpload(runtime: Runtime, file: FileRow): Promise<boolean> {
  const storage = runtime.port(storagePort);
  await storage.finish(file);
  const { attachHours } = await runtime.settings.get(filesSetting);
  const now = runtime.clock();
  const [moved] = await runtime.db
    .update(files)
    .set({
      state: "checking",
      received: file.size,
      finishedAt: now,
      checkAt: now,
      expiresAt: new Date(now.getTime() + attachHours * hourMs),
    })
    .where(and(eq(files.id, file.id), eq(files.state, "receiving")))
    .returning({ id: files.id });
  if (!moved) await storage.remove(file);
  return moved !== undefined;
}
