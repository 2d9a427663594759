import { and, asc, count, desc, eq, inArray, lt, or } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { payoutOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/id-schema.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canManageMoney } from "../domain/policy.ts";
import { payoutLines, payoutRuns, payouts } from "../payout-tables.ts";
import { duePayouts, payableOf } from "./due.ts";

/** What can be paid, who waits and why, and the runs that were. */
export type PayoutsOverview = Answer<typeof payoutsOverview>;

const page = 20;

async function countsOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { runId, state } = payouts;
  return db
    .select({ runId, state, all: count() })
    .from(payouts)
    .where(inArray(runId, [...ids]))
    .groupBy(runId, state);
}

/** Ids grow with time (UUIDv7), but forms make these: the instant decides, the id only between equal ones. */
async function runsBefore(db: Database, before: string | undefined) {
  const [last] = before ? await db.select().from(payoutRuns).where(eq(payoutRuns.id, before)) : [];
  const { createdAt, id } = payoutRuns;
  const rows = await db
    .select()
    .from(payoutRuns)
    .where(last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id))))
    .orderBy(desc(createdAt), desc(id))
    .limit(page + 1);
  const ids = rows.map((row) => row.id);
  const people = await findPeople(
    db,
    rows.map(({ startedBy }) => startedBy),
  );
  const counts = await countsOf(db, ids);
  return rows.map((row) => {
    const of = (wanted: string) => counts.find(({ runId, state }) => runId === row.id && state === wanted)?.all ?? 0;
    const startedByName = people.get(row.startedBy)?.name ?? "Deleted account";
    return { ...row, startedByName, sending: of("sending"), paid: of("paid"), failed: of("failed") };
  });
}

/** For admins with money; refuses not-found. */
export const payoutsOverview = query("payments.payouts", {
  input: z.strictObject({ before: z.uuid().optional() }),
  run: async ({ db, ctx, viewer }, { before }) => {
    if (!canManageMoney(viewer)) return notFound();
    const due = await duePayouts(ctx.runtime, db);
    const payable = payableOf(due);
    const runs = await runsBefore(db, before);
    return done({
      payable,
      payableCents: payable.reduce((sum, { cents }) => sum + cents, 0),
      waiting: due.filter(({ obstacle }) => obstacle !== null),
      runs: runs.slice(0, page),
      /** Where older runs go on; null: there are none. */
      next: runs.length > page ? (runs[page - 1]?.id ?? null) : null,
    });
  },
});

/** These payouts with the orders behind them. Who may see them is the caller's rule. */
export async function withLines(db: Database, rows: readonly (typeof payouts.$inferSelect)[]) {
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
    const shown = await withLines(db, rows);
    const people = await findPeople(db, [run.startedBy, ...rows.map(({ writerId }) => writerId)]);
    const nameOf = (id: string) => people.get(id)?.name ?? "Deleted account";
    return done({
      run: { ...run, startedByName: nameOf(run.startedBy) },
      payouts: shown.map((one) => ({ ...one, name: nameOf(one.writerId) })),
    });
  },
});
