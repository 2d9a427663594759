import type pg from "pg";
import { type Config, isLoopback } from "#src/config.ts";
import type { Database } from "./database/database.ts";
import { secretToken } from "./ids.ts";
import type { Mode } from "./runtime.ts";
import { installation } from "./tables.ts";

export type Installed = { mode: Mode; installId: string };
type FirstReal = (tx: Database, now: Date) => Promise<unknown>;

/** The mode that a new database would get. */
export const wantedMode = ({ demo, databaseUrl }: Config): Mode =>
  (demo ?? databaseUrl === undefined) ? "demo" : "real";

/** Throws one sentence when this mode cannot be had at the configured address. */
export function checkAddress(mode: Mode, { baseUrl }: Config): void {
  if (mode === "demo" && !isLoopback(baseUrl))
    throw new Error(
      "Demo mode answers on this machine only: BASE_URL must be on localhost, or start with --empty for a real installation.",
    );
}

/**
 * Reads the mode of this database, or writes it at the first start, with the mark of the secret that it
 * is used with from then on; `firstReal` writes what a new real installation begins with. Throws one sentence; a first
 * start that is refused has written nothing.
 */
export async function openMode(
  db: Database,
  config: Config,
  mark: string,
  now: Date,
  firstReal: FirstReal,
): Promise<Installed> {
  const [known] = await db.select().from(installation);
  const row = known ?? (await settleMode(db, config, mark, now, firstReal));
  if (config.demo !== undefined && config.demo !== (row.mode === "demo"))
    throw new Error(
      `This database was started in ${row.mode === "demo" ? "demo" : "real"} mode and keeps it: use another DATA_DIR or DATABASE_URL for the other mode.`,
    );
  checkAddress(row.mode, config);
  if (row.secretMark === null) await db.update(installation).set({ secretMark: mark });
  return { mode: row.mode, installId: row.installId };
}

/** The mode of an installation that is there already, without changing anything; null when there is none. */
export async function storedMode(pool: Pick<pg.Pool, "query">): Promise<Mode | null> {
  const table = await pool.query<{ found: boolean }>(
    "select to_regclass('platform.installation') is not null as found",
  );
  if (!table.rows[0]?.found) return null;
  const { rows } = await pool.query<{ mode: Mode }>("select mode from platform.installation");
  return rows[0]?.mode ?? null;
}

/** The first process writes the row; one that starts in the same moment reads what that one wrote. */
async function settleMode(
  db: Database,
  config: Config,
  secretMark: string,
  now: Date,
  firstReal: FirstReal,
): Promise<typeof installation.$inferSelect> {
  const mode = wantedMode(config);
  checkAddress(mode, config);
  await db.transaction(async (tx) => {
    const made = await tx
      .insert(installation)
      .values({ id: 1, mode, installId: secretToken().slice(0, 12), createdAt: now, secretMark })
      .onConflictDoNothing()
      .returning({ id: installation.id });
    if (made.length > 0 && mode === "real") await firstReal(tx, now);
  });
  const [row] = await db.select().from(installation);
  if (!row) throw new Error("The installation row is missing.");
  return row;
}

export const notHere = ({ databaseUrl, dataDir }: Config): string =>
  `There is no installation in ${databaseUrl ? "this database" : dataDir}: check ${databaseUrl ? "DATABASE_URL" : "DATA_DIR"}.`;
