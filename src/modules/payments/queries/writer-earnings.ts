import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { type MoneyOrder, ordersWithMoney, writerIdOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { waivedOfOrders } from "../charges/waivers.ts";
import { addEarnings, type Earnings, earningsOf, noEarnings, type Owned } from "../domain/earnings.ts";
import { nothingBorne, sumOfBorne } from "../domain/writer-share.ts";
import { shareOfOrder } from "../settling/share-of-order.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

/** One order's money of a writer, and when it last moved. */
export type EarningsLine = Earnings & { order: MoneyOrder; movedAt: Date | null; paidOutAt: Date | null };
export type WriterEarnings = Earnings & { lines: readonly EarningsLine[] };

type Row = Owned & { at: Date };

/** Ledgers of these orders, each in the order of writing. */
async function ledgersOf(db: Database, ids: readonly string[]): Promise<Map<string, readonly Row[]>> {
  if (ids.length === 0) return new Map();
  const heads = ledgerTransactions;
  const rows = await db
    .select({ head: heads, account: ledgerEntries.account, cents: ledgerEntries.cents })
    .from(heads)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, heads.id))
    .where(inArray(heads.orderId, [...ids]))
    .orderBy(asc(heads.seq));
  const ledgers = new Map<string, Row[]>();
  for (const parts of Map.groupBy(rows, ({ head }) => head.id).values()) {
    const head = parts[0]?.head;
    if (!head) continue;
    const { orderId, kind, paidBy, writerId, at } = head;
    const postings = parts.map(({ account, cents }) => ({ account, cents }));
    ledgers.set(orderId, [...(ledgers.get(orderId) ?? []), { kind, paidBy, writerId, at, postings }]);
  }
  return ledgers;
}

const mostOrders = 2_000;

/** The orders on which each of these writers ever got money, the newest movement first. */
async function ordersPaid(db: Database, writerIds: readonly string[]) {
  const { writerId, orderId, at, test } = ledgerTransactions;
  const rows = await db
    .select({ writerId, orderId })
    .from(ledgerTransactions)
    .where(and(inArray(writerId, [...writerIds]), eq(test, false)))
    .orderBy(desc(at))
    .limit(mostOrders * 4);
  return rows.flatMap((row) => (row.writerId ? [{ writerId: row.writerId, orderId: row.orderId }] : []));
}

const last = (rows: readonly Row[]): Date | null => rows.at(-1)?.at ?? null;

/** Held, earned and paid out of each of these writers, with the orders behind it; test orders count in no sum. */
export async function writerEarningsOf(
  db: Database,
  writerIds: readonly string[],
): Promise<Map<string, WriterEarnings>> {
  if (writerIds.length === 0) return new Map();
  const paid = await ordersPaid(db, writerIds);
  const all = await ordersWithMoney(db, { writerIds, ids: [...new Set(paid.map(({ orderId }) => orderId))] });
  const ledgers = await ledgersOf(
    db,
    all.map(({ id }) => id),
  );
  const waived = await waivedOfOrders(
    db,
    all.map(({ id }) => id),
  );
  const usual = await shareOfOrder(db, { writerShare: null });
  return new Map(
    writerIds.map((writerId) => {
      const got = new Set(paid.filter((one) => one.writerId === writerId).map(({ orderId }) => orderId));
      const lines = all.flatMap((order): EarningsLine[] => {
        const mine = order.held && order.writerId === writerId;
        if (!mine && !got.has(order.id)) return [];
        const ledger = ledgers.get(order.id) ?? [];
        const own = ledger.filter((one) => one.writerId === writerId);
        const money = earningsOf(ledger, writerId, {
          held: mine,
          sharePercent: order.writerShare ?? usual,
          waived: sumOfBorne(waived.get(order.id) ?? nothingBorne, { writer: 0, operator: order.reductionCents }),
        });
        const outs = own.filter(({ kind }) => kind === "payout");
        return [{ ...money, order, movedAt: last(own), paidOutAt: last(outs) }];
      });
      return [writerId, { ...lines.reduce<Earnings>(addEarnings, noEarnings), lines }];
    }),
  );
}

/** The viewer's money as a writer. Refuses not-found for everybody else. */
export const myEarnings = query<Record<string, never>, WriterEarnings>("payments.my-earnings", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    const writerId = writerIdOf(viewer);
    if (writerId === null) return notFound();
    const found = (await writerEarningsOf(db, [writerId])).get(writerId);
    return done(found ?? { ...noEarnings, lines: [] });
  },
});
