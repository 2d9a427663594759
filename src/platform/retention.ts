import { desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { counted } from "#src/shared/counted.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { inTransaction } from "./command.ts";
import { cappedCount, type Database, send } from "./database/database.ts";
import { newId } from "./ids.ts";
import type { JobKind } from "./jobs.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { defineSetting } from "./settings.ts";
import { retentionRuns } from "./tables.ts";
import type { Work } from "./work.ts";

const days = (most: number, least = 1) => z.number().int().min(least).max(most);

/** How long data is kept where the operator has the choice. Other times are fixed, or stand in a setting of their module. */
export const retentionSetting = defineSetting({
  key: "retention",
  meaning:
    "days until data is deleted that nobody needs any more: quotes, forms, drafts, requests, unpaid orders, conversations, reports, e-mails, notices, messages to programs, revoked keys",
  unit: "days",
  schema: z.strictObject({
    quoteDays: days(365),
    formDays: days(365),
    draftDays: days(365),
    requestDays: days(3650, 7),
    unpaidDays: days(3650, 30),
    chatDays: days(3650, 90),
    reportDays: days(3650, 90),
    mailTextDays: days(365),
    mailDays: days(3650, 30),
    readNoticeDays: days(3650, 7),
    noticeDays: days(3650, 30),
    webhookDays: days(365),
    keyDays: days(3650, 30),
  }),
  default: {
    ...{
      quoteDays: 7,
      formDays: 14,
      draftDays: 30,
      requestDays: 30,
      unpaidDays: 365,
      chatDays: 1095,
      reportDays: 730,
    },
    ...{ mailTextDays: 30, mailDays: 180, readNoticeDays: 90, noticeDays: 365, webhookDays: 30, keyDays: 365 },
  },
});

type RetentionDays = keyof typeof retentionSetting.default;
/** What a removal reads. */
export type Kept = Pick<Runtime, "db" | "clock" | "settings">;

type Texts = {
  /** Names the class in the record of runs. */
  key: string;
  holds: string;
  why: string;
  /** Its name on the public page about privacy; none: it names nobody. */
  shown?: string;
};

/** A class of data that is deleted by its age. */
export type Retained = Texts & {
  /** For how long, in words: "7 days". */
  time: (kept: Kept) => Promise<string>;
  /** The group of the settings page where the time is chosen; none: the rule is fixed. */
  choice?: string;
  /** Deletes what is past its time at `now`, and returns how many. */
  remove: (runtime: Runtime, now: Date) => Promise<number>;
  /** How many were past their time at `now`, counted up to `mostOverdue` and one. */
  overdue: (kept: Kept, now: Date) => Promise<number>;
};

const mostOverdue = 1000;
/** So many rows are deleted or emptied by one statement: a night of a large shop has more than one can do in its time. */
const mostAtOnce = 10_000;

type Aged = Texts & {
  table: PgTable;
  /** What is deleted of the table; `before`: the instant that lies the time of the class ago. */
  past: (before: Date) => SQL | undefined;
  /** A fixed number, or the name of a value of the setting. */
  days: number | RetentionDays;
  /** Says the time where a number of days does not. */
  says?: string;
  /** Columns that are emptied instead of rows that are deleted. */
  set?: SQL;
};

/** "7 days", "2 years". */
export const daysText = (many: number): string =>
  many % 365 === 0 ? counted(many / 365, "year") : counted(many, "day");

/** A class that is the rows of a table, deleted or emptied a part at a time. */
export function agedRows({ table, past, days: kept, says, set, ...texts }: Aged): Retained {
  const daysOf = async ({ settings }: Kept) =>
    typeof kept === "number" ? kept : (await settings.get(retentionSetting))[kept];
  const before = async (runtime: Kept, now: Date) => new Date(now.getTime() - (await daysOf(runtime)) * dayMs);
  return {
    ...texts,
    time: async (runtime) => says ?? daysText(await daysOf(runtime)),
    ...(typeof kept === "string" && { choice: "retention" }),
    remove: async (runtime, now) => {
      const which = past(await before(runtime, now));
      const some = sql`ctid = any(array(select ctid from ${table} where ${which} limit ${mostAtOnce}))`;
      const statement = set
        ? sql`update ${table} set ${set} where ${some} and ${which}`
        : sql`delete from ${table} where ${some} and ${which}`;
      for (let removed = 0; ; ) {
        const { rowCount } = await send(runtime.db, statement);
        removed += rowCount ?? 0;
        if ((rowCount ?? 0) < mostAtOnce) return removed;
      }
    },
    overdue: async (runtime, now) => countRows(runtime.db, table, past(await before(runtime, now))),
  };
}

/** Rows of a condition, counted up to one more than `mostOverdue`. */
export async function countRows(db: Database, table: PgTable, which: SQL | undefined): Promise<number> {
  const some = sql`select 1 from ${table} where ${which}`;
  const { rows } = await send<{ many: number }>(db, sql`select ${cappedCount(mostOverdue, some)} as many`);
  return rows[0]?.many ?? 0;
}

/** A removal that needs a transaction: `step` returns how many. A refusal of the database fails the run. */
export async function removeInWork(
  runtime: Runtime,
  job: string,
  step: (work: Work) => Promise<number>,
): Promise<number> {
  const removed = await inTransaction(systemCtx(runtime, job), async (work) => done(await step(work)));
  if (!removed.ok) throw new Error(removed.message);
  return removed.value;
}

export type RetentionJob = JobKind & { cron: string; retains: readonly Retained[] };

/**
 * A job that deletes these classes and records a run of each: when, and how many or why not. One that fails does not
 * stop the others; the job has failed then, and is tried again.
 */
export const retentionJob = (name: string, cron: string, retains: readonly Retained[]): RetentionJob => ({
  ...{ name, cron, retains },
  run: async (runtime) => {
    const failures: unknown[] = [];
    for (const { key, remove } of retains) {
      const at = runtime.clock();
      const ended = await remove(runtime, at).then(
        (removed) => ({ removed, error: null }),
        (error: unknown) => {
          failures.push(error);
          return { removed: 0, error: reasonOf(error) };
        },
      );
      await runtime.db.insert(retentionRuns).values({ id: newId(), class: key, at, ...ended });
    }
    if (failures.length > 0) throw failures[0];
  },
});

/** The reason of the database, not the statement with its values. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
}

export type RetentionRun = typeof retentionRuns.$inferSelect;

/** The newest run of each class; `since`: among the runs after it. */
export async function lastRuns(db: Database, since?: Date): Promise<ReadonlyMap<string, RetentionRun>> {
  const rows = await db
    .selectDistinctOn([retentionRuns.class])
    .from(retentionRuns)
    .where(since && gt(retentionRuns.at, since))
    .orderBy(retentionRuns.class, desc(retentionRuns.at), desc(retentionRuns.id));
  return new Map(rows.map((row) => [row.class, row]));
}

/** How many classes failed in their newest run, among runs of the three days before `now`. */
export async function failedDeletions(db: Database, now: Date): Promise<number> {
  const last = await lastRuns(db, new Date(now.getTime() - 3 * dayMs));
  return [...last.values()].filter(({ error }) => error !== null).length;
}

/** The newest runs of one class. */
export const runsOfClass = (db: Database, key: string, most: number): Promise<RetentionRun[]> =>
  db
    .select()
    .from(retentionRuns)
    .where(eq(retentionRuns.class, key))
    .orderBy(desc(retentionRuns.at), desc(retentionRuns.id))
    .limit(most);

/** A run is missing after twice the time between two, and two hours more. */
export const runIsMissing = ({ cron }: Pick<RetentionJob, "cron">, last: Date, now: Date): boolean =>
  now.getTime() - last.getTime() > (cron.split(" ")[1] === "*" ? 4 * hourMs : 50 * hourMs);

/** The record of runs itself. */
export const runRecords = agedRows({
  ...{ key: "retention-runs", holds: "The record of these runs", why: "Shows that old data is deleted." },
  ...{ table: retentionRuns, days: 90, past: (before) => lt(retentionRuns.at, before) },
});
