import { sql } from "drizzle-orm";
import { send } from "#src/platform/database/database.ts";
import { isDiskFull } from "#src/platform/disk-full.ts";
import type { Runtime } from "#src/platform/runtime.ts";

export type Readiness = { ready: boolean; checks: Record<string, string> };

/** Ready = the database answers, its clock agrees with ours within a minute, and its disk has room. */
export async function readiness(runtime: Runtime, closing: boolean): Promise<Readiness> {
  const checks: Record<string, string> = { process: closing ? "closing" : "ok" };
  checks.disk = isDiskFull(runtime.config) ? "full" : "ok";
  try {
    const asked = sql`select extract(epoch from clock_timestamp())::float8 as now`;
    const [row] = (await send<{ now: number }>(runtime.db, asked)).rows;
    const drift = Math.abs(Number(row?.now ?? 0) * 1000 - Date.now());
    checks.database = "ok";
    checks.clock = drift < 60_000 ? "ok" : `differs from the database by ${Math.round(drift / 1000)} s`;
  } catch {
    checks.database = "away";
  }
  return { ready: Object.values(checks).every((c) => c === "ok"), checks };
}
