import { sql } from "drizzle-orm";
import { storagePort } from "#src/modules/files/index.server.ts";
import { send } from "#src/platform/database/database.ts";
import { openWriteProbe } from "#src/platform/database/write-probe.ts";
import { isDiskFull, leastFree } from "#src/platform/disk-full.ts";
import type { Runtime } from "#src/platform/runtime.ts";

export type Readiness = { ready: boolean; checks: Record<string, string> };

/**
 * Ready = the database answers and takes writes, its clock agrees with ours within a minute, and its disk and that of
 * the files have room.
 */
export function openReadiness(runtime: Runtime): (closing: boolean) => Promise<Readiness> {
  const writes = openWriteProbe(runtime.db);
  const isForeign = runtime.config.databaseUrl !== undefined;
  return async (closing) => {
    const checks: Record<string, string> = { process: closing ? "closing" : "ok" };
    checks.disk = isDiskFull(runtime.config) ? "full" : "ok";
    checks.files = await filesDisk(runtime);
    try {
      const asked = sql`select extract(epoch from clock_timestamp())::float8 as now`;
      const [row] = (await send<{ now: number }>(runtime.db, asked)).rows;
      const drift = Math.abs(Number(row?.now ?? 0) * 1000 - Date.now());
      checks.database = isForeign ? await writes() : "ok";
      checks.clock = drift < 60_000 ? "ok" : `differs from the database by ${Math.round(drift / 1000)} s`;
    } catch {
      checks.database = "away";
    }
    return { ready: Object.values(checks).every((c) => c === "ok"), checks };
  };
}

/** Uploads are refused earlier than this, in words of their own; then other parts of a check would find no room. */
async function filesDisk(runtime: Runtime): Promise<string> {
  const room = await runtime
    .port(storagePort)
    .room()
    .catch(() => null);
  return room && room.free < leastFree ? "full" : "ok";
}
