import { rmSync } from "node:fs";
import pg from "pg";
import { openRuntime } from "../../src/composition/open-runtime.ts";
import { readConfig } from "../../src/config.ts";
import { openEmbedded } from "../../src/platform/database/embedded/index.ts";
import { openLog } from "../../src/platform/log.ts";
import type { Runtime } from "../../src/platform/runtime.ts";
import { newDataDir } from "../../tests/support/product.ts";
import { openForOrders } from "../../tests/support/settings.ts";

export type BenchRuntime = { runtime: Runtime; pool: pg.Pool; close: () => Promise<void> };

/** A runtime on an embedded server of its own, with the product's settings, and a bare pool beside it. */
export async function openBenchRuntime(): Promise<BenchRuntime> {
  const dataDir = newDataDir();
  const read = readConfig(process.cwd(), { DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "error" });
  if (!read.ok) throw new Error(read.errors.join("; "));
  const opened = await openRuntime(read.config);
  await openForOrders(opened.runtime);
  const server = await openEmbedded({ dataDir, log: openLog("error") });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  return {
    runtime: opened.runtime,
    pool,
    close: async () => {
      await pool.end();
      await server.close();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** `fsync=on, …` as the server says it: a write benchmark without them would measure nothing. */
export async function durabilityOf(pool: Pick<pg.Pool, "query">): Promise<string> {
  const names = ["fsync", "synchronous_commit", "full_page_writes"];
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1) order by name",
    [names],
  );
  if (rows.length !== names.length || rows.some(({ setting }) => setting !== "on"))
    throw new Error(`the server is not durable: ${JSON.stringify(rows)}`);
  return rows.map(({ name, setting }) => `${name}=${setting}`).join(", ");
}
