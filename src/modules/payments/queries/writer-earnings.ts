import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type MoneyOrder, ordersWithHeldPay, ordersWithMoney, writerIdOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shareOfOrder, waivedOfOrders } from "../charges/order-to-pay.ts";
import {
  addEarnings,
  type Borne,
  type Earnings,
  earningsOf,
  heldPart,
  noEarnings,
  nothingBorne,
  sumOfBorne,
} from "../domain/earnings.ts";
import { borneOfOrders, readLedgers, type Written } from "../settling/books.ts";
import { heldOfOrders, unpaidBalances, unpaidOf } from "../settling/kept-sums.ts";
import { ledgerTransactions } from "../tables.ts";
import { payoutSums } from "./writer-money.ts";

/** One order's money of a writer, and when it last moved. */
export type EarningsLine = Earnings & { order: MoneyOrder; movedAt: Date | null; paidOutAt: Date | null };
export type WriterEarnings = Earnings & { lines: readonly EarningsLine[] };

const mostOrders = 2_000;

/** The orders on which this writer ever got money, the newest movement first. */
async function ordersPaid(db: Database, writer: string): Promise<ReadonlySet<string>> {
  const { writerId, orderId, at, test } = ledgerTransactions;
  const rows = await db
    .select({ orderId })
    .from(ledgerTransactions)
    .where(and(eq(writerId, writer), eq(test, false)))
    .orderBy(desc(at))
    .limit(mostOrders * 4);
  return new Set(rows.map((row) => row.orderId));
}

const isPayout = ({ kind }: Written): boolean => kind === "payout";
const last = (rows: readonly Written[]): Date | null => rows.at(-1)?.at ?? null;

type PaidOrder = Pick<MoneyOrder, "id" | "writerId" | "writerShare" | "held" | "reductionCents">;

/** What was let off of an order: its waivers, and what a promotion code took off, which the operator pays. */
const letOff = (waived: Borne | undefined, reductionCents: number): Borne =>
  sumOfBorne(waived ?? nothingBorne, { writer: 0, operator: reductionCents });

/** The money of these orders, each seen by one writer: whose pay it is now, or somebody who was paid for it before. */
async function linesOf<O extends PaidOrder>(db: Database, seen: readonly { order: O; writerId: string }[]) {
  const ids = [...new Set(seen.map(({ order }) => order.id))];
  const [ledgers, waived] = [await readLedgers(db, ids), await waivedOfOrders(db, ids)];
  const usual = await shareOfOrder(db, { writerShare: null });
  return seen.map(({ order, writerId }) => {
    const ledger = ledgers.get(order.id) ?? [];
    const own = ledger.filter((one) => one.writerId === writerId);
    const money = earningsOf(ledger, writerId, {
      held: order.held && order.writerId === writerId,
      sharePercent: order.writerShare ?? usual,
      waived: letOff(waived.get(order.id), order.reductionCents),
    });
    return { ...money, order, movedAt: last(own), paidOutAt: last(own.filter(isPayout)) };
  });
}

/**
 * Held and earned of each of these writers, by the sums that are kept of the orders whose pay is held and of the balances
 * that are not paid out. Test orders count in no sum.
 */
export async function writerSumsOf(
  db: Database,
  writerIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Earnings, "heldCents" | "earnedCents">>> {
  if (writerIds.length === 0) return new Map();
  const running = await ordersWithHeldPay(db, writerIds);
  const ids = running.map(({ id }) => id);
  const [kept, borne, waived] = [
    await heldOfOrders(db, ids),
    await borneOfOrders(db, ids),
    await waivedOfOrders(db, ids),
  ];
  const usual = await shareOfOrder(db, { writerShare: null });
  const unpaid = await unpaidOf(db, writerIds);
  const byWriter = Map.groupBy(running, ({ writerId }) => writerId);
  const heldOf = ({ id, writerShare, reductionCents }: (typeof running)[number]): number => {
    const all = [borne.get(id) ?? nothingBorne, letOff(waived.get(id), reductionCents)].reduce(sumOfBorne);
    return heldPart(kept.get(id) ?? 0, all, writerShare ?? usual);
  };
  return new Map(
    writerIds.map((writerId) => {
      const heldCents = (byWriter.get(writerId) ?? []).reduce((all, order) => all + heldOf(order), 0);
      return [writerId, { heldCents, earnedCents: unpaid.get(writerId) ?? 0 }];
    }),
  );
}

const linesOfWriter = async (db: Database, writerId: string, ids: readonly string[]): Promise<EarningsLine[]> => {
  const all = await ordersWithMoney(db, { writerIds: [writerId], ids });
  return linesOf(
    db,
    all.map((order) => ({ order, writerId })),
  );
};

/** Held, earned and paid out of this writer, with every order behind it; test orders count in no sum. */
export async function earningsOfWriter(db: Database, writerId: string): Promise<WriterEarnings> {
  const lines = await linesOfWriter(db, writerId, [...(await ordersPaid(db, writerId))]);
  return { ...lines.reduce<Earnings>(addEarnings, noEarnings), lines };
}

/** When money of a writer moved first; null: it never did. */
async function firstMovement(db: Database, writer: string): Promise<Date | null> {
  const { writerId, at, seq, test } = ledgerTransactions;
  const own = and(eq(writerId, writer), eq(test, false));
  const [row] = await db.select({ at }).from(ledgerTransactions).where(own).orderBy(asc(seq)).limit(1);
  return row?.at ?? null;
}

/** `lines`: the orders of what is held and earned, and those that were asked for. `since`: the first movement. */
export type OpenEarnings = Omit<WriterEarnings, "tipCents"> & { since: Date | null };

/** The same sums without the orders that are over, except these: for pages, whatever was earned in years. */
export async function openEarningsOf(
  db: Database,
  writerId: string,
  also: readonly string[] = [],
): Promise<OpenEarnings> {
  const unpaid = await unpaidBalances(db, [writerId]);
  const lines = await linesOfWriter(db, writerId, [...unpaid.map(({ orderId }) => orderId), ...also]);
  const { heldCents, earnedCents } = lines.reduce<Earnings>(addEarnings, noEarnings);
  const { cents: paidOutCents } = await payoutSums(db, writerId, { from: null, before: null });
  return { heldCents, earnedCents, paidOutCents, lines, since: await firstMovement(db, writerId) };
}

/** The viewer's money as a writer, with these orders (`also`). Refuses not-found for everybody else. */
export const myEarnings = query("payments.my-earnings", {
  input: z.strictObject({ also: z.array(askedId).max(50).default([]) }),
  run: async ({ db, viewer }, { also }) => {
    const writerId = writerIdOf(viewer);
    return writerId === null ? notFound() : done(await openEarningsOf(db, writerId, also));
  },
});

/** The same with every order that was ever paid. */
export const myStatement = query("payments.my-statement", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    const writerId = writerIdOf(viewer);
    return writerId === null ? notFound() : done(await earningsOfWriter(db, writerId));
  },
});
