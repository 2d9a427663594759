import { asc, gt, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { usdString } from "#src/shared/money.ts";
import { attempts, ledgerEntries, ledgerTransactions } from "../tables.ts";

const batch = 500;

/** A text that a spreadsheet would run as a formula begins with an apostrophe. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d\d)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const lineOf = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** The whole ledger as CSV (RFC 4180), oldest first, a line for each entry, read in batches. The caller checks who asks. */
export async function* ledgerCsv(db: Database): AsyncGenerator<string> {
  yield lineOf(["number", "time", "order", "kind", "paid by", "cause", "test", "account", "amount", "currency"]);
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
    for (const { id, seq, at, orderId, kind, paidBy, cause, test } of heads)
      for (const { account, cents } of entries.get(id) ?? [])
        yield lineOf([
          String(seq),
          at.toISOString(),
          numbers.get(orderId) ?? orderId,
          kind,
          paidBy ?? "",
          cause,
          test ? "test" : "",
          account,
          usdString(cents),
          "USD",
        ]);
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
