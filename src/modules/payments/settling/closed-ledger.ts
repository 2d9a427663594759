import { and, eq, lt, lte, max, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
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

/** Sums the ledger up to its last transaction before an instant: every database transaction that began earlier has ended by then. */
export async function closeLedger(db: Database, before: Date): Promise<void> {
  const [last] = await db
    .select({ seq: max(heads.seq) })
    .from(heads)
    .where(lt(heads.at, before));
  const until = last?.seq;
  if (!until) return;
  const { account, cents } = ledgerEntries;
  await db
    .insert(ledgerClosings)
    .select(
      db
        .select({
          account,
          cents: sql<number>`sum(${cents})::bigint`.as("cents"),
          until: sql<number>`${until}::bigint`.as("until"),
        })
        .from(heads)
        .innerJoin(ledgerEntries, ofHead)
        .where(and(isReal, lte(heads.seq, until)))
        .groupBy(account),
    )
    .onConflictDoUpdate({
      target: ledgerClosings.account,
      set: { cents: sql`excluded.cents`, until: sql`excluded.until` },
    });
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
