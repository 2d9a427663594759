import { and, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Database, send } from "#src/platform/database/database.ts";
import { heldOrders, writerBalances } from "./kept-tables.ts";

/** Cents that a writer has in an order and that are not paid out; below zero: what the writer owes of it. */
export type WriterBalance = typeof writerBalances.$inferSelect;

/** Adds what transactions moved on the account "writer", in the transaction that writes them. Test orders have no balance. */
export async function addToBalances(tx: Database, moved: readonly WriterBalance[]): Promise<void> {
  const rows = moved.filter(({ cents }) => cents !== 0);
  if (rows.length === 0) return;
  await tx
    .insert(writerBalances)
    .values(rows)
    .onConflictDoUpdate({
      target: [writerBalances.orderId, writerBalances.writerId],
      set: { cents: sql`${writerBalances.cents} + excluded.cents` },
    });
}

/** The orders of which something is unpaid or owed, of everybody or of these writers, by order. */
export const unpaidBalances = (db: Database, writerIds?: readonly string[]): Promise<WriterBalance[]> =>
  db
    .select()
    .from(writerBalances)
    .where(and(ne(writerBalances.cents, 0), writerIds && inArray(writerBalances.writerId, [...writerIds])))
    .orderBy(writerBalances.orderId);

/**
 * What is unpaid or owed of one writer: `cents` is what a payout covers and `orders` of how many orders, `frozenCents` what
 * waits; `setOff`: an earlier payout is set off in it; `demo`: demo orders and nothing else.
 */
export type UnpaidSums = {
  writerId: string;
  cents: number;
  frozenCents: number;
  orders: number;
  setOff: boolean;
  demo: boolean;
};

/** The sums of everybody, from the index of what is unpaid alone. `frozen`: a query of the ids of orders whose money waits. */
export async function unpaidSums(db: Database, frozen: SQL): Promise<readonly UnpaidSums[]> {
  const covered = sql`cents < 0 or not frozen`;
  const statement = sql`
    with frozen as materialized (${frozen}), unpaid as (
      select writer_id, cents, demo, order_id in (select id from frozen) as frozen from ${writerBalances}
      where ${writerBalances.cents} <> 0
    )
    select writer_id as "writerId", coalesce(sum(cents) filter (where ${covered}), 0)::float8 as cents,
      coalesce(sum(cents) filter (where cents > 0 and frozen), 0)::float8 as "frozenCents",
      (count(*) filter (where ${covered}))::int as orders, bool_or(cents < 0) as "setOff", bool_and(demo) as demo
    from unpaid group by writer_id`;
  return (await send<UnpaidSums>(db, statement)).rows;
}

/** Cents earned and not paid out, of each of these writers who has some or owes some. */
export async function unpaidOf(db: Database, writerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { writerId, cents } = writerBalances;
  const rows = await db
    .select({ writerId, cents: sql`sum(${cents})`.mapWith(Number) })
    .from(writerBalances)
    .where(and(inArray(writerId, [...writerIds]), ne(cents, 0)))
    .groupBy(writerId);
  return new Map(rows.map((row) => [row.writerId, row.cents]));
}

/** Adds what a transaction moved on the account "held" of an order, in the transaction that writes it. */
export async function addToHeld(tx: Database, held: typeof heldOrders.$inferSelect): Promise<void> {
  if (held.cents === 0) return;
  await tx
    .insert(heldOrders)
    .values(held)
    .onConflictDoUpdate({ target: heldOrders.orderId, set: { cents: sql`${heldOrders.cents} + excluded.cents` } });
}

/** What each of these orders holds, in cents; orders that hold nothing are missing. */
export async function heldOfOrders(db: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const { orderId, cents } = heldOrders;
  const rows = await db
    .select({ orderId, cents })
    .from(heldOrders)
    .where(and(inArray(orderId, [...orderIds]), sql`${cents} > 0`));
  return new Map(rows.map((row) => [row.orderId, row.cents]));
}

/** The ids of the orders that hold money now, in the words of the index of them alone. */
export const ordersHolding = sql`select ${heldOrders.orderId} from ${heldOrders} where ${heldOrders.cents} > 0`;

type Answer<Row> = { until: string; rows: Row[] | null };

/**
 * Rows of kept sums with what the ledger has beyond them. `until` is the SQL of how far they are; `rows` gets it as a number
 * in its text: by it alone the planner sees that few transactions are left.
 */
export async function readSince<Row>(db: Database, until: SQL, rows: (until: SQL) => SQL): Promise<readonly Row[]> {
  const [now] = (await send<{ until: string }>(db, sql`select ${until}::text as until`)).rows;
  for (let next = Number(now?.until); ; ) {
    const shown = rows(sql.raw(String(next)));
    const statement = sql`select ${until}::text as until, (select json_agg(shown) from (${shown}) shown) as rows`;
    const [answer] = (await send<Answer<Row>>(db, statement)).rows;
    const then = Number(answer?.until);
    // Between the two statements more was summed: it would count twice.
    if (then === next) return answer?.rows ?? [];
    next = then;
  }
}

/** For the end of a demo alone, with the ledger of these orders. */
export async function dropKeptOf(tx: Database, orderIds: readonly string[]): Promise<void> {
  for (const kept of [writerBalances, heldOrders]) await tx.delete(kept).where(inArray(kept.orderId, [...orderIds]));
}
