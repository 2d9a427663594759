import { and, asc, count, desc, eq, gte, lt, max, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { payoutOrders, writerIdOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import { readSetting } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { withLines } from "../payouts/admin-payouts.ts";
import { isPayee } from "../payouts/change-method.ts";
import { duePayouts } from "../payouts/due.ts";
import { methodsOf } from "../payouts/method-store.ts";
import { payoutRuns, payouts, payoutsLeftOut } from "../payouts/payout-tables.ts";
import { payoutSetting } from "../settings.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

/** What came to a writer's balance, or left it. */
export type WriterMovement = Answer<typeof myMovements>["movements"][number];

const most = 10_000;

const input = z.strictObject({ from: z.date().nullable(), before: z.date().nullable() });

/**
 * The viewer's movements as a writer, oldest first, from one instant until before another (null: no bound). Test
 * orders stay out. Refuses not-found for everybody else.
 */
export const myMovements = query("payments.my-movements", {
  input,
  run: async ({ db, viewer }, { from, before }) => {
    const payee = writerIdOf(viewer);
    if (payee === null) return notFound();
    const { id, at, seq, kind, orderId, test, writerId } = ledgerTransactions;
    const mine = and(eq(writerId, payee), eq(test, false));
    const ofWriter = and(eq(ledgerEntries.transactionId, id), eq(ledgerEntries.account, "writer"));
    const sum = sql<number>`coalesce(sum(${ledgerEntries.cents}), 0)`.mapWith(Number);
    const [open] = from
      ? await db
          .select({ cents: sum })
          .from(ledgerTransactions)
          .innerJoin(ledgerEntries, ofWriter)
          .where(and(mine, lt(at, from)))
      : [];
    const rows = await db
      .select({ at, kind, orderId, cents: ledgerEntries.cents })
      .from(ledgerTransactions)
      .innerJoin(ledgerEntries, ofWriter)
      .where(and(mine, from ? gte(at, from) : undefined, before ? lt(at, before) : undefined))
      .orderBy(asc(seq))
      .limit(most);
    const orders = await payoutOrders(
      db,
      viewer,
      rows.map((row) => row.orderId),
    );
    return done({
      /** Before the first movement; with all of them it is what is not paid out at the end. */
      openCents: open?.cents ?? 0,
      movements: rows.map(({ orderId: order, ...row }) => {
        const { number = "", title = "Removed" } = orders.get(order) ?? {};
        return { ...row, order: { id: order, number, title } };
      }),
    });
  },
});

/** What the next run pays, where it goes, and what went out in a time: `sent` sums all of it, `payouts` has the newest. */
export type MyPay = Answer<typeof myPay>;

/** The viewer's payouts as a writer, of a time or the newest. Refuses not-found for everybody else. */
export const myPay = query("payments.my-pay", {
  input: z.strictObject({ from: z.date().nullable().default(null), before: z.date().nullable().default(null) }),
  run: async ({ db, ctx, viewer }, time) => {
    if (!isPayee(viewer)) return notFound();
    const { pauseHours, ...rhythm } = (await readSetting(db, payoutSetting)).value;
    const due = await duePayouts(ctx.runtime, db, [viewer.id]);
    const [payouts, sent] = [await payoutsOf({ db, viewer }, viewer.id, time), await payoutSums(db, viewer.id, time)];
    return done({
      ...{ rhythm, pauseHours },
      method: (await methodsOf(ctx.runtime, db, [viewer.id])).get(viewer.id) ?? null,
      /** Null: nothing is open. */
      next: due[0] ?? null,
      payouts,
      sent,
      /** Null: in no payout since the last one was this writer left out. */
      leftOut: await leftOutSince(db, viewer.id, await lastPayoutAt(db, viewer.id)),
    });
  },
});

export type WriterPayout = Awaited<ReturnType<typeof withLines>>[number];

/** A year of payouts every second week; in a time that somebody asks for, more. */
const [mostNewest, mostInTime] = [26, 500];

/** From an instant on, and before one; null: no bound. */
type PayoutTime = { from: Date | null; before: Date | null };

/**
 * The newest payout that this writer was left out of, with what was said, while none has paid them since; `paidAt`: when
 * the last one did.
 */
async function leftOutSince(db: Database, writerId: string, paidAt: Date | null) {
  const { runId, cents, reason } = payoutsLeftOut;
  const [row] = await db
    .select({ cents, reason, at: payoutRuns.createdAt })
    .from(payoutsLeftOut)
    .innerJoin(payoutRuns, eq(payoutRuns.id, runId))
    .where(eq(payoutsLeftOut.writerId, writerId))
    .orderBy(desc(payoutRuns.createdAt))
    .limit(1);
  return row && (paidAt === null || row.at > paidAt) ? row : null;
}

/** To its writer a payout is on its way while an admin can still take back that it was sent. */
const asWritersSee = (row: typeof payouts.$inferSelect): typeof payouts.$inferSelect =>
  row.state === "paid" && row.sealed !== null ? { ...row, state: "sending", reference: null, endedAt: null } : row;

const within = (writerId: string, { from, before }: PayoutTime): SQL | undefined =>
  and(
    eq(payouts.writerId, writerId),
    from ? gte(payouts.createdAt, from) : undefined,
    before ? lt(payouts.createdAt, before) : undefined,
  );

/**
 * A writer's payouts of a time with the orders behind each, the newest first; without a time the newest 26.
 */
export async function payoutsOf(
  { db, viewer }: Pick<Ask, "db" | "viewer">,
  writerId: string,
  time: PayoutTime,
): Promise<readonly WriterPayout[]> {
  const rows = await db
    .select()
    .from(payouts)
    .where(within(writerId, time))
    .orderBy(desc(payouts.number))
    .limit(time.from ? mostInTime : mostNewest);
  return withLines({ db, viewer }, rows.map(asWritersSee));
}

/** How many payouts of a time were not sent back, their sum in cents, and when the newest one began. */
export async function payoutSums(db: Database, writerId: string, time: PayoutTime) {
  const [row] = await db
    .select({
      many: count(),
      cents: sql`coalesce(sum(${payouts.cents}), 0)`.mapWith(Number),
      last: max(payouts.createdAt),
    })
    .from(payouts)
    .where(and(within(writerId, time), ne(payouts.state, "failed")));
  return row ?? { many: 0, cents: 0, last: null };
}

/** When the newest payout of a writer began, whatever became of it; null: there is none. */
async function lastPayoutAt(db: Database, writerId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: payouts.createdAt })
    .from(payouts)
    .where(eq(payouts.writerId, writerId))
    .orderBy(desc(payouts.number))
    .limit(1);
  return row?.at ?? null;
}
