import { and, desc, eq, gt, lt, lte, max, sql } from "drizzle-orm";
import { type Database, send } from "#src/platform/database/database.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { dayMs } from "#src/shared/units.ts";
import type { Posting } from "../domain/ledger.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";
import { readSince } from "./kept-sums.ts";
import { ledgerClosings } from "./kept-tables.ts";

const heads = ledgerTransactions;
const isReal = eq(heads.test, false);
const ofHead = eq(ledgerEntries.transactionId, heads.id);
const closedUntil = sql`coalesce((select max(${ledgerClosings.until}) from ${ledgerClosings}), 0)`;

/** So many transactions are added by one statement: a night that has more of them takes more statements. */
const mostAtOnce = 50_000;

/** Of any number of runs at once one adds a part. */
const oneAtATime = (tx: Database) =>
  send(tx, sql`select pg_advisory_xact_lock(hashtextextended('payments:close-ledger', 0))`);

/** Adds the transactions after `from` up to `last` to the sums, a part of them at most. Returns up to where. */
const closeNext = (db: Database, from: number, last: number): Promise<number> =>
  db.transaction(async (tx) => {
    await oneAtATime(tx);
    const [closed] = await tx.select({ until: max(ledgerClosings.until) }).from(ledgerClosings);
    const begun = Math.max(from, closed?.until ?? 0);
    const until = Math.min(last, begun + mostAtOnce);
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
