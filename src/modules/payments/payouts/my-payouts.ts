import { desc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Ask } from "#src/platform/query.ts";
import { withLines } from "./admin-payouts.ts";
import { payoutRuns, payouts, payoutsLeftOut } from "./payout-tables.ts";

export type WriterPayout = Awaited<ReturnType<typeof withLines>>[number];

const most = 500;

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

/** A writer's payouts with the orders behind each, the newest first. Who may see them is the caller's rule. */
export async function payoutsOf(
  { db, viewer }: Pick<Ask, "db" | "viewer">,
  writerId: string,
): Promise<readonly WriterPayout[]> {
  const own = eq(payouts.writerId, writerId);
  const rows = await db.select().from(payouts).where(own).orderBy(desc(payouts.number)).limit(most);
  return withLines({ db, viewer }, rows.map(asWritersSee));
}
