import { type SQL, sql } from "drizzle-orm";
import { type Database, send } from "./database/database.ts";

export type Reading = { gauge: string; value: number; labels?: Readonly<Record<string, string>> };

/** Figures for whoever watches the installation. Labels have few values that the code knows: never an id, a name or a text. */
export type GaugeSource = {
  /** By name, without the product's prefix. */
  gauges: Readonly<Record<string, { help: string; labels?: readonly string[] }>>;
  /** From kept rows, or along an index that holds only what is open: asked for every few seconds, at any size. */
  read: (db: Database, now: Date) => Promise<readonly Reading[]>;
};

/** Figures of this process alone. */
export type ProcessGauges = Omit<GaugeSource, "read"> & { read: () => readonly Reading[] };

/** Work that waits in rows. `due`: a select of the times of those whose time has come, in the order of an index. */
export type Queue = { name: string; due: (now: Date) => SQL };

/** No queue is counted further: a longer one shows this number. */
const mostCounted = 10_000;

type Waiting = { name: string; depth: number; age: number };

/** How many rows of each queue are due, and how long the first of them has waited; one statement for all. */
export const queueGauges = (queues: readonly Queue[]): GaugeSource => ({
  gauges: {
    queue_depth: { help: `Rows that are due and wait; counted up to ${mostCounted}.`, labels: ["queue"] },
    queue_age_seconds: { help: "How long the first row that is due has waited.", labels: ["queue"] },
  },
  read: async (db, now) => {
    const counted = queues.map(
      ({ name, due }) => sql`select ${name}::text as name, count(*)::int as depth,
        greatest(0, coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(due)), 0))::float8 as age
        from (${due(now)} limit ${mostCounted}) as waiting(due)`,
    );
    const { rows } = await send<Waiting>(db, sql.join(counted, sql` union all `));
    return rows.flatMap(({ name: queue, depth, age }) => [
      { gauge: "queue_depth", value: depth, labels: { queue } },
      { gauge: "queue_age_seconds", value: age, labels: { queue } },
    ]);
  },
});

/** Counts of rows by state, named `row` by one column; a select that answers one column, the state. */
export async function countByState(db: Database, rows: SQL): Promise<readonly { state: string; count: number }[]> {
  const counted = sql`select state, count(*)::int as count from (${rows} limit ${mostCounted}) as open(state) group by state`;
  return (await send<{ state: string; count: number }>(db, counted)).rows;
}

const at = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;

/** What the platform itself leaves waiting. */
export const platformQueues: readonly Queue[] = [
  { name: "timers", due: (now) => sql`select due from platform.timers where due <= ${at(now)} order by due` },
  {
    name: "events",
    due: (now) => sql`select next_try_at from platform.outbox where next_try_at <= ${at(now)} order by next_try_at`,
  },
  {
    name: "mails",
    due: (now) =>
      sql`select next_try_at from platform.mails where state = 'waiting' and next_try_at <= ${at(now)} order by next_try_at`,
  },
];
