import { asc, count, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { payoutOrders } from "#src/modules/orders/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { undoSentMs } from "../domain/payouts.ts";
import { canManageMoney } from "../domain/policy.ts";
import { type DuePayout, duePayouts, payableOf } from "./due.ts";
import { payoutLines, payoutRuns, payouts, payoutsLeftOut } from "./payout-tables.ts";

/** What can be paid, who waits and why, and the runs that were. */
export type PayoutsOverview = Answer<typeof payoutsOverview>;

const perPage = 20;

async function countsOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { runId, state } = payouts;
  return db
    .select({ runId, state, all: count() })
    .from(payouts)
    .where(inArray(runId, [...ids]))
    .groupBy(runId, state);
}

/** A page of runs, the newest first, and where older ones continue. */
async function runsFrom(db: Database, cursor: string | undefined) {
  const { createdAt, id } = payoutRuns;
  const { after, order, direction } = walk({ older: cursor }, { at: createdAt, id });
  const found = await db
    .select()
    .from(payoutRuns)
    .where(after)
    .orderBy(...order)
    .limit(perPage + 1);
  const { rows, older } = cutPage(found, perPage, direction, (row) => ({ at: row.createdAt, id: row.id }));
  const ids = rows.map((row) => row.id);
  const people = await findPeople(
    db,
    rows.map(({ startedBy }) => startedBy),
  );
  const counts = await countsOf(db, ids);
  const runs = rows.map((row) => {
    const of = (wanted: string) => counts.find(({ runId, state }) => runId === row.id && state === wanted)?.all ?? 0;
    const startedByName = people.get(row.startedBy)?.name ?? "Deleted account";
    return { ...row, startedByName, sending: of("sending"), paid: of("paid"), failed: of("failed") };
  });
  return { runs, older };
}

/** A writer in the list, without the single orders behind the sum. `setOff`: an earlier payout is set off in it. */
const withoutLines = ({ lines, ...one }: DuePayout) => ({
  ...one,
  orders: lines.length,
  setOff: lines.some(({ cents }) => cents < 0),
});
export type PayableWriter = ReturnType<typeof withoutLines>;

/** For admins with money; refuses not-found. */
export const payoutsOverview = query("payments.payouts", {
  input: z.strictObject({ older: askedCursor.optional() }),
  run: async ({ db, ctx, viewer }, { older }) => {
    if (!canManageMoney(viewer)) return notFound();
    const due = await duePayouts(ctx.runtime, db);
    const payable = payableOf(due);
    return done({
      payable: payable.map(withoutLines),
      payableCents: payable.reduce((sum, { cents }) => sum + cents, 0),
      waiting: due.filter(({ obstacle }) => obstacle !== null).map(withoutLines),
      ...(await runsFrom(db, older)),
    });
  },
});

/** These payouts with the orders behind them. Who may see them is the caller's rule. */
export async function withLines(
  { db, viewer }: Pick<Ask, "db" | "viewer">,
  rows: readonly (typeof payouts.$inferSelect)[],
) {
  if (rows.length === 0) return [];
  const lines = await db
    .select()
    .from(payoutLines)
    .where(
      inArray(
        payoutLines.payoutId,
        rows.map(({ id }) => id),
      ),
    );
  const orders = await payoutOrders(
    db,
    viewer,
    lines.map(({ orderId }) => orderId),
  );
  const byPayout = Map.groupBy(lines, ({ payoutId }) => payoutId);
  return rows.map(({ sealed: _, ...row }) => ({
    ...row,
    lines: (byPayout.get(row.id) ?? []).map(({ orderId, cents }) => {
      const { number = "", title = "Removed" } = orders.get(orderId) ?? {};
      return { orderId, number, title, cents };
    }),
  }));
}

export type PayoutRunPage = Answer<typeof payoutRun>;

const mostInARun = 2_000;

/** One run with every payout. For admins with money; refuses not-found. */
export const payoutRun = query("payments.payout-run", {
  input: z.strictObject({ runId: askedId }),
  run: async ({ db, viewer }, { runId }) => {
    if (!canManageMoney(viewer) || !isId(runId)) return notFound();
    const [run] = await db.select().from(payoutRuns).where(eq(payoutRuns.id, runId));
    if (!run) return notFound();
    const rows = await db
      .select()
      .from(payouts)
      .where(eq(payouts.runId, runId))
      .orderBy(asc(payouts.number))
      .limit(mostInARun);
    const shown = await withLines({ db, viewer }, rows);
    const out = await db
      .select()
      .from(payoutsLeftOut)
      .where(eq(payoutsLeftOut.runId, runId))
      .orderBy(desc(payoutsLeftOut.cents), asc(payoutsLeftOut.writerId));
    const people = await findPeople(db, [run.startedBy, ...[...rows, ...out].map(({ writerId }) => writerId)]);
    const sealed = new Set(rows.flatMap((row) => (row.sealed === null ? [] : [row.id])));
    const undoUntil = ({ id, state, endedAt }: (typeof shown)[number]): Date | null =>
      state === "paid" && endedAt && sealed.has(id) ? new Date(endedAt.getTime() + undoSentMs) : null;
    const nameOf = (id: string) => people.get(id)?.name ?? "Deleted account";
    return done({
      run: { ...run, startedByName: nameOf(run.startedBy) },
      /** `undoUntil`: how long it can be taken back that it was marked as sent. */
      payouts: shown.map((one) => ({ ...one, name: nameOf(one.writerId), undoUntil: undoUntil(one) })),
      leftOut: out.map((one) => ({ ...one, name: nameOf(one.writerId) })),
    });
  },
});
