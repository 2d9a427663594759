import type pg from "pg";
import type { ProcessGauges } from "../gauges.ts";

/** The connections of a process: an alert sees requests wait for one before people do. */
export const poolGauges = (pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">): ProcessGauges => ({
  gauges: {
    database_connections: {
      help: "Connections to the database: in use, idle, and work that waits for one.",
      labels: ["state"],
    },
  },
  read: () => {
    const of = (state: string, value: number) => ({ gauge: "database_connections", value, labels: { state } });
    return [of("used", pool.totalCount - pool.idleCount), of("idle", pool.idleCount), of("waiting", pool.waitingCount)];
  },
});
