import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import { type Database, rowLimit, send } from "./database/database.ts";
import { eventQueue } from "./events.ts";
import { mailQueue } from "./mail/send-due-mails.ts";
import { timerQueue } from "./timers.ts";
import { isDue, type WorkQueue } from "./work-queue.ts";

export type Reading = { gauge: string; value: number; labels?: Readonly<Record<string, string>> };

/** Figures for `/metrics`. Labels have few values that the code knows: never an id, a name or a text. */
export type GaugeSource = {
  /** By name, without the product's prefix. */
  gauges: Readonly<Record<string, { help: string; labels?: readonly string[] }>>;
  /** From kept rows, or along an index that holds only what is open: asked for every few seconds, at any size. */
  read: (db: Database, now: Date) => Promise<readonly Reading[]>;
};

/** Figures of this process alone. */
export type ProcessGauges = Omit<GaugeSource, "read"> & { read: () => readonly Reading[] };

/** No queue is counted further: a longer one shows this number. */
const mostCounted = 10_000;

type Waiting = { name: string; depth: number; age: number };

/** How many rows of each queue are due, and how long the first of them has waited; one statement for all. */
export const queueGauges = (queues: readonly WorkQueue[]): GaugeSource => ({
  gauges: {
    queue_depth: { help: `Rows that are due and wait; counted up to ${mostCounted}.`, labels: ["queue"] },
    queue_age_seconds: { help: "How long the first row that is due has waited.", labels: ["queue"] },
  },
  read: async (db, now) => {
    const at = sql`${now.toISOString()}::timestamptz`;
    const counted = queues.map(
      (queue) => sql`select ${queue.name}::text as name, count(*)::int as depth,
        greatest(0, coalesce(extract(epoch from ${at} - min(due)), 0))::float8 as age
        from (select ${queue.due} from ${queue.table} where ${isDue(queue, now)} order by ${queue.due} ${rowLimit(mostCounted)})
          as waiting(due)`,
    );
    const { rows } = await send<Waiting>(db, sql.join(counted, sql` union all `));
    return rows.flatMap(({ name: queue, depth, age }) => [
      { gauge: "queue_depth", value: depth, labels: { queue } },
      { gauge: "queue_age_seconds", value: age, labels: { queue } },
    ]);
  },
});

/** How many rows there are of each state; `rows`: a select of one column, the state. */
export async function countByState(db: Database, rows: SQL): Promise<readonly { state: string; count: number }[]> {
  const counted = sql`select state, count(*)::int as count from (${rows} ${rowLimit(mostCounted)}) as open(state) group by state`;
  return (await send<{ state: string; count: number }>(db, counted)).rows;
}

/** What the platform itself leaves waiting. */
export const platformQueues: readonly WorkQueue[] = [timerQueue, eventQueue, mailQueue];

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
