import { asc, gt, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { csvOf } from "#src/platform/documents/csv.ts";
import { attempts, ledgerEntries, ledgerTransactions } from "../tables.ts";

const batch = 500;

/** The whole ledger as CSV (RFC 4180), oldest first, a line for each entry, read in batches. The caller checks who asks. */
export async function* ledgerCsv(db: Database): AsyncGenerator<string> {
  yield csvOf([["number", "time", "order", "kind", "paid by", "cause", "test", "account", "cents", "currency"]]);
  for (let after = 0; ; ) {
    const heads = await db
      .select()
      .from(ledgerTransactions)
      .where(gt(ledgerTransactions.seq, after))
      .orderBy(asc(ledgerTransactions.seq))
      .limit(batch);
    const last = heads.at(-1);
    if (!last) return;
    const ids = heads.map(({ id }) => id);
    const entries = Map.groupBy(
      await db.select().from(ledgerEntries).where(inArray(ledgerEntries.transactionId, ids)),
      ({ transactionId }) => transactionId,
    );
    const numbers = await numbersOf(
      db,
      heads.map(({ orderId }) => orderId),
    );
    yield csvOf(
      heads.flatMap(({ id, seq, at, orderId, kind, paidBy, cause, test }) =>
        (entries.get(id) ?? []).map(({ account, cents }) => [
          seq,
          at.toISOString(),
          numbers.get(orderId) ?? orderId,
          kind,
          paidBy,
          cause,
          test ? "test" : null,
          account,
          cents,
          "USD",
        ]),
      ),
    );
    after = last.seq;
  }
}

async function numbersOf(db: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectDistinct({ id: attempts.orderId, number: attempts.orderNumber })
    .from(attempts)
    .where(inArray(attempts.orderId, [...new Set(orderIds)]));
  return new Map(rows.map(({ id, number }) => [id, number]));
}
