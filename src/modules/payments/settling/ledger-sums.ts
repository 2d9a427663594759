import { and, desc, eq, gt, lt, lte, max, type SQL, sql } from "drizzle-orm";
import { type Database, send } from "#src/platform/database/database.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import type { Posting } from "../domain/ledger.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";
import { readSince } from "./kept-sums.ts";
import { ledgerClosings, ledgerProgress, moneyQuarters } from "./kept-tables.ts";

const heads = ledgerTransactions;
/** So many transactions are summed by one statement. */
const mostAtOnce = 50_000;

const quarterMs = 15 * minuteMs;

/** When a quarter of an hour begins. */
const quarterOf = (at: SQL): SQL => sql`date_bin('15 minutes', ${at}, '1970-01-01T00:00:00Z'::timestamptz)`;

/** What the ledger moved in each quarter of an hour, without test orders, of the transactions for which `which` holds. */
const fromLedger = (which: SQL): SQL => {
  const { account, cents } = ledgerEntries;
  const { kind } = heads;
  const sumOf = (of: SQL, cent: SQL = sql`${cents}`) => sql`coalesce(sum(${cent}) filter (where ${of}), 0)::bigint`;
  const settled = sql`${account} = 'held' and ${kind} in ('settle', 'surplus-settle')`;
  return sql`select ${quarterOf(sql`${heads.at}`)} as at,
      ${sumOf(settled)} as settled_cents,
      count(*) filter (where ${account} = 'held' and ${kind} = 'settle') as payments,
      ${sumOf(sql`${account} = 'refunds' and ${kind} = 'refund'`)} as refunded_cents,
      ${sumOf(sql`${account} = 'client'`, sql`-${cents}`)} as received_cents,
      ${sumOf(sql`${account} = 'refunds'`)} as sent_back_cents,
      ${sumOf(sql`${account} = 'held' and ${kind} = 'release'`, sql`-${cents}`)} as released_cents
    from ${heads} join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${heads.id}
    where not ${heads.test} and ${which} group by 1`;
};

const sums = ["settled", "refunded", "received", "sent_back", "released"].map((name) => `${name}_cents`);
const counted = [...sums, "payments"];
const columns = sql.raw(["at", ...counted].join(", "));
const columnsOf = (table: string): SQL => sql.raw(counted.map((name) => `${table}.${name}`).join(", "));

/** This transaction of the database, and the oldest that is open. */
const transactionsNow = async (tx: Database): Promise<{ own: number; oldest: number }> => {
  const statement = sql`select pg_current_xact_id()::text as own, pg_snapshot_xmin(pg_current_snapshot())::text as oldest`;
  const [row] = (await send<{ own: string; oldest: string }>(tx, statement)).rows;
  return { own: Number(row?.own), oldest: Number(row?.oldest) };
};

/**
 * Adds the transactions after `until` to the sums, a part of them at most. What one run saw of the ledger is summed by a
 * later one, when every transaction of the database that was open then has ended: none is written behind the sums.
 * True while there is more to sum.
 */
const sumNext = (db: Database): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Read before this transaction has a number: the transactions that wrote what is seen here have lower ones.
    const [last] = await tx.select({ seq: max(heads.seq) }).from(heads);
    await tx.insert(ledgerProgress).values({ id: 1, until: 0, seen: 0, seenBefore: 0 }).onConflictDoNothing();
    const [progress] = await tx.select().from(ledgerProgress).for("update");
    if (!progress) return false;
    const { own, oldest } = await transactionsNow(tx);
    const { seen, seenBefore } = progress;
    const haveEnded = seenBefore <= oldest;
    const until = haveEnded ? Math.max(progress.until, Math.min(seen, progress.until + mostAtOnce)) : progress.until;
    if (until > progress.until) {
      const moved = fromLedger(sql`${heads.seq} > ${progress.until} and ${heads.seq} <= ${until}`);
      const added = sql.raw(counted.map((name) => `${name} = kept.${name} + excluded.${name}`).join(", "));
      await send(
        tx,
        sql`insert into ${moneyQuarters} as kept (${columns}) select ${columns} from (${moved}) moved
          on conflict (at) do update set ${added}`,
      );
    }
    const isDone = until >= seen;
    // A database that was restored elsewhere counts its transactions anew.
    const isOfAnother = seenBefore > own;
    await tx
      .update(ledgerProgress)
      .set({ until, ...((isDone || isOfAnother) && { seen: last?.seq ?? 0, seenBefore: own }) })
      .where(eq(ledgerProgress.id, 1));
    return haveEnded && !isDone;
  });

/** Sums what the run before this one saw of the ledger. */
export async function sumQuarters(db: Database): Promise<void> {
  while (await sumNext(db));
}

export const sumQuartersJob: JobKind = {
  name: "payments.sum-quarters",
  cron: "*/5 * * * *",
  run: ({ db }) => sumQuarters(db),
};

const progressIs = sql`coalesce((select ${ledgerProgress.until} from ${ledgerProgress}), 0)`;

/**
 * Reads what moved in a time, in quarters of an hour: the sums, and what the ledger has beyond them. Amounts are cents
 * above zero. Both ends of the time are those of the quarter that they are in.
 */
export const readQuarters = <Row>(
  db: Database,
  { from, before }: { from: Date; before?: Date | undefined },
  shown: (moved: SQL) => SQL,
): Promise<readonly Row[]> => {
  const ends = (at: SQL): SQL => {
    const [first, end] = [from, before].map((one) => one && sql`${floored(one).toISOString()}::timestamptz`);
    return sql`${at} >= ${first}${end ? sql` and ${at} < ${end}` : sql``}`;
  };
  return readSince<Row>(db, progressIs, (until) => {
    const rest = fromLedger(sql`${heads.seq} > ${until} and ${ends(sql`${heads.at}`)}`);
    return shown(sql`(select ${columns} from ${moneyQuarters} where ${ends(sql`${moneyQuarters.at}`)}
      union all select ${columns} from (${rest}) rest) moved`);
  });
};

const floored = (at: Date): Date => new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);

/** How many quarters have other sums than their transactions: none, ever. */
export async function unequalQuarters(db: Database): Promise<number> {
  const due = fromLedger(sql`${heads.seq} <= ${progressIs}`);
  const statement = sql`select count(*)::int as many from ${moneyQuarters} kept full join (${due}) due on due.at = kept.at
    where (kept.at, ${columnsOf("kept")}) is distinct from (due.at, ${columnsOf("due")})`;
  return (await send<{ many: number }>(db, statement)).rows[0]?.many ?? 0;
}

/** For the end of a demo alone, with parts of its ledger: the job sums what is left. */
export async function dropQuarters(tx: Database): Promise<void> {
  await tx.delete(ledgerProgress);
  await tx.delete(moneyQuarters);
}

const isReal = eq(heads.test, false);
const ofHead = eq(ledgerEntries.transactionId, heads.id);
const closedUntil = sql`coalesce((select max(${ledgerClosings.until}) from ${ledgerClosings}), 0)`;

/** So many transactions are added by one statement: a night that has more of them takes more statements. */
const mostClosed = 50_000;

/** Of any number of runs at once one adds a part. */
const oneAtATime = (tx: Database) =>
  send(tx, sql`select pg_advisory_xact_lock(hashtextextended('payments:close-ledger', 0))`);

/** Adds the transactions after `from` up to `last` to the sums, a part of them at most. Returns up to where. */
const closeNext = (db: Database, from: number, last: number): Promise<number> =>
  db.transaction(async (tx) => {
    await oneAtATime(tx);
    const [closed] = await tx.select({ until: max(ledgerClosings.until) }).from(ledgerClosings);
    const begun = Math.max(from, closed?.until ?? 0);
    const until = Math.min(last, begun + mostClosed);
    if (until <= begun) return begun;
    const { account, cents } = ledgerEntries;
    await tx
      .insert(ledgerClosings)
      .select(
        tx
          .select({
            account,
            cents: sql<number>`sum(${cents})::bigint`.as("cents"),
            until: sql<number>`${until}::bigint`.as("until"),
          })
          .from(heads)
          .innerJoin(ledgerEntries, ofHead)
          .where(and(isReal, gt(heads.seq, begun), lte(heads.seq, until)))
          .groupBy(account),
      )
      .onConflictDoUpdate({
        target: ledgerClosings.account,
        set: { cents: sql`${ledgerClosings.cents} + excluded.cents` },
      });
    await tx.update(ledgerClosings).set({ until });
    return until;
  });

/** Adds to the closed sums what the ledger has up to this transaction, each statement a bounded part. */
export async function closeUntil(db: Database, last: number): Promise<void> {
  for (let from = 0; from < last; ) from = await closeNext(db, from, last);
}

/** The same up to its last transaction before an instant: every database transaction that began earlier has ended by then. */
export async function closeLedger(db: Database, before: Date): Promise<void> {
  const [last] = await db
    .select({ seq: heads.seq })
    .from(heads)
    .where(lt(heads.at, before))
    .orderBy(desc(heads.at))
    .limit(1);
  await closeUntil(db, last?.seq ?? 0);
}

/** The sum of each account without test orders: as it was closed, and what was written since. */
export const realPostings = (db: Database): Promise<readonly Posting[]> =>
  readSince<Posting>(
    db,
    closedUntil,
    (until) => sql`select account, sum(cents)::bigint as cents from (
        select account, cents from ${ledgerClosings}
        union all
        select ${ledgerEntries.account}, ${ledgerEntries.cents} from ${heads} join ${ledgerEntries} on ${ofHead}
        where ${isReal} and ${heads.seq} > ${until}
      ) parts group by 1`,
  );

/** For the end of a demo alone, with parts of its ledger: the next night closes what is left. */
export const dropClosings = (tx: Database): Promise<unknown> => tx.delete(ledgerClosings);

export const closeLedgerJob: JobKind = {
  name: "payments.close-ledger",
  cron: "37 2 * * *",
  run: ({ db, clock }) => closeLedger(db, new Date(clock().getTime() - dayMs)),
};
