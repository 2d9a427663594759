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
import { sumOf, undoSentMs } from "../domain/payouts.ts";
import { canManageMoney } from "../domain/policy.ts";
import { type DueSums, dueSums, nextRunOf, payableOf } from "./due.ts";
import { payoutLines, payoutRuns, payouts, payoutsLeftOut } from "./payout-tables.ts";

/** What can be paid, who waits and why, and the runs that were. */
export type PayoutsOverview = Answer<typeof payoutsOverview>;

const perPage = 20;
const writersPerPage = 50;
/** A run of an earlier version can have more than one of today. */
const mostShown = 2_000;

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

export type PayableWriter = DueSums & { name: string };

/** Writers as a page shows them. */
async function named(db: Database, rows: readonly DueSums[]): Promise<readonly PayableWriter[]> {
  const people = await findPeople(
    db,
    rows.map(({ writerId }) => writerId),
  );
  return rows
    .map((row) => ({ ...row, name: people.get(row.writerId)?.name ?? "Deleted account" }))
    .toSorted((a, b) => b.cents - a.cents || a.name.localeCompare(b.name, "en"));
}

const sumsOf = (rows: readonly DueSums[]) => ({
  writers: rows.length,
  cents: sumOf(rows),
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
});
/** What a run comes to: in all, and by how it is sent. */
const totalsOf = (payable: readonly DueSums[]) => ({
  ...sumsOf(payable),
  kinds: [...Map.groupBy(payable, ({ method }) => method?.kindCode ?? "other")].map(([kind, of]) => ({
    kind,
    ...sumsOf(of),
  })),
});
export type PayoutTotals = ReturnType<typeof totalsOf>;

/**
 * Whom the next run pays, a page of them with the sums of all; who waits and why, the largest sums; the runs that were.
 * For admins with money; refuses not-found.
 */
export const payoutsOverview = query("payments.payouts", {
  input: z.strictObject({
    older: askedCursor.optional(),
    page: z.number().int().min(1).default(1),
  }),
  run: async ({ db, ctx, viewer }, { older, page: asked }) => {
    if (!canManageMoney(viewer)) return notFound();
    const due = await dueSums(ctx.runtime, db);
    const payable = nextRunOf(due);
    const waiting = due.filter(({ obstacle }) => obstacle !== null);
    const pages = Math.ceil(payable.length / writersPerPage);
    const page = Math.max(1, Math.min(asked, pages));
    return done({
      payable: await named(db, payable.slice((page - 1) * writersPerPage, page * writersPerPage)),
      totals: totalsOf(payable),
      ...{ page, pages },
      /** How many the run after it pays. */
      later: payableOf(due).length - payable.length,
      waiting: await named(db, waiting.slice(0, writersPerPage)),
      waitingWriters: waiting.length,
      ...(await runsFrom(db, older)),
    });
  },
});

/** Those of these writers whom the next run pays. For admins with money; refuses not-found. */
export const payableAmong = query("payments.payable-among", {
  input: z.strictObject({ ids: z.array(z.uuid()).max(2_000) }),
  run: async ({ db, ctx, viewer }, { ids }) => {
    if (!canManageMoney(viewer)) return notFound();
    if (ids.length === 0) return done([]);
    const payable = nextRunOf(await dueSums(ctx.runtime, db));
    return done(
      await named(
        db,
        payable.filter(({ writerId }) => ids.includes(writerId)),
      ),
    );
  },
});

/** These payouts with the orders behind them, called as this viewer may have them. */
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
      .limit(mostShown);
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
