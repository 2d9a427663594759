import { type Config, isLoopback } from "#src/config.ts";
import type { Database } from "./database/database.ts";
import type { Mode } from "./house.ts";
import { secretToken } from "./ids.ts";
import { installation } from "./tables.ts";

export type Installed = { mode: Mode; installId: string };

/** Reads the mode of this database, or writes it at the first start (decisions 10). Throws one sentence. */
export async function openMode(db: Database, config: Config, now: Date): Promise<Installed> {
  const wanted: Mode = (config.demo ?? config.databaseUrl === undefined) ? "demo" : "real";
  await db
    .insert(installation)
    .values({ id: 1, mode: wanted, installId: secretToken().slice(0, 12), createdAt: now })
    .onConflictDoNothing();
  const [row] = await db.select().from(installation);
  if (!row) throw new Error("The installation row is missing.");
  if (config.demo !== undefined && config.demo !== (row.mode === "demo"))
    throw new Error(
      `This database was started in ${row.mode === "demo" ? "demo" : "real"} mode and keeps it: use another DATA_DIR or DATABASE_URL for the other mode.`,
    );
  if (row.mode === "demo" && !isLoopback(config.baseUrl))
    throw new Error(
      "Demo mode answers on this machine only: BASE_URL must be on localhost, or start with --empty for a real installation.",
    );
  return { mode: row.mode, installId: row.installId };
}
