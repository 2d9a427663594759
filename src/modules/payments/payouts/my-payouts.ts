import { and, count, desc, eq, gte, lt, max, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Ask } from "#src/platform/query.ts";
import { withLines } from "./admin-payouts.ts";
import { payoutRuns, payouts, payoutsLeftOut } from "./payout-tables.ts";

export type WriterPayout = Awaited<ReturnType<typeof withLines>>[number];

/** A year of payouts every second week; in a time that somebody asks for, more. */
const [mostNewest, mostInTime] = [26, 500];

/** From an instant on, and before one; null: no bound. */
export type PayoutTime = { from: Date | null; before: Date | null };

/**
 * The newest payout that this writer was left out of, with what was said, while none has paid them since; `paidAt`: when
 * the last one did. Who may see it is the caller's rule.
 */
export async function leftOutSince(db: Database, writerId: string, paidAt: Date | null) {
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
 * A writer's payouts of a time with the orders behind each, the newest first; without a time the newest 26. Who may see
 * them is the caller's rule.
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
export async function lastPayoutAt(db: Database, writerId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: payouts.createdAt })
    .from(payouts)
    .where(eq(payouts.writerId, writerId))
    .orderBy(desc(payouts.number))
    .limit(1);
  return row?.at ?? null;
}
