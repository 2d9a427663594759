import { and, eq } from "drizzle-orm";
import type { House } from "#src/platform/house.ts";
import { storagePort } from "./ports.ts";
import { filesSetting } from "./settings.ts";
import { type FileRow, files } from "./tables.ts";

/**
 * All bytes are here: makes them durable, then moves the row from receiving to checking. The caller holds the lease.
 * Doing it again after a crash between the two is fine. @returns false when the file was removed meanwhile.
 */
export async function finishUpload(house: House, file: FileRow): Promise<boolean> {
  const storage = house.port(storagePort);
  await storage.finish(file);
  const { attachHours } = await house.settings.get(filesSetting);
  const now = house.clock();
  const [moved] = await house.db
    .update(files)
    .set({
      state: "checking",
      received: file.size,
      finishedAt: now,
      checkAt: now,
      expiresAt: new Date(now.getTime() + attachHours * 3_600_000),
    })
    .where(and(eq(files.id, file.id), eq(files.state, "receiving")))
    .returning({ id: files.id });
  if (!moved) await storage.remove(file);
  return moved !== undefined;
}
