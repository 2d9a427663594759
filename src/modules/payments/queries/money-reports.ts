import { count, desc, eq, max } from "drizzle-orm";
import { z } from "zod";
import { orderNumbersOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isEqual } from "../domain/compare-day.ts";
import { canManageMoney, canSeeWaitingMoney } from "../domain/policy.ts";
import { dayComparisons } from "../reconciling/reconcile-tables.ts";
import { disputes, providerEvents } from "../tables.ts";
import { moneyStart, pageOf } from "./money-lists.ts";

/** Bodies stay where they are: a page shows what an event was, not what it says. */
const { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error } = providerEvents;
const eventColumns = { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error };

/** Where each list is read from; a list that is not named begins with its newest rows. */
const starts = z.strictObject({ inbox: moneyStart.default({}), disputes: moneyStart.default({}) });

export type MoneyReports = Answer<typeof moneyReports>;

/** Messages of providers and disputes at banks, a page of each, newest first. Refuses not-found. */
export const moneyReports = query("payments.reports", {
  input: starts,
  run: async ({ db, viewer }, asked) => {
    if (!canManageMoney(viewer)) return notFound();
    const questioned = await pageOf(asked.disputes, {
      rows: () => db.select().from(disputes),
      columns: { at: disputes.openedAt, id: disputes.id },
      at: (row) => ({ at: row.openedAt, id: row.id }),
    });
    return done({
      inbox: await pageOf(asked.inbox, {
        rows: () => db.select(eventColumns).from(providerEvents),
        columns: { at: receivedAt, id },
        at: (row) => ({ at: row.receivedAt, id: row.id }),
      }),
      disputes: questioned,
      openDisputes: await openDisputes(db),
      /** The number for people of every order with a dispute here. */
      numbers: await orderNumbersOf(
        db,
        viewer,
        questioned.rows.map(({ orderId }) => orderId),
      ),
    });
  },
});

async function openDisputes(db: Database): Promise<number> {
  const [row] = await db.select({ all: count() }).from(disputes).where(eq(disputes.state, "open"));
  return row?.all ?? 0;
}

const mostEvents = 1_000;

/** When each provider's newest message arrived, among the last 1,000 of all. For admins with money or settings. */
export const lastEvents = query<Record<string, never>, readonly { provider: string; at: Date }[]>(
  "payments.last-events",
  {
    input: z.strictObject({}),
    run: async ({ db, viewer }) => {
      if (!canSeeWaitingMoney(viewer)) return notFound();
      const { provider, receivedAt, id } = providerEvents;
      const recent = db
        .select({ provider, receivedAt })
        .from(providerEvents)
        .orderBy(desc(receivedAt), desc(id))
        .limit(mostEvents)
        .as("recent");
      const rows = await db
        .select({ provider: recent.provider, at: max(recent.receivedAt) })
        .from(recent)
        .groupBy(recent.provider);
      return done(rows.flatMap(({ provider, at }) => (at ? [{ provider, at }] : [])));
    },
  },
);

type Row = typeof dayComparisons.$inferSelect;

/** The newest day that was compared, and how many days before it, it included, were without a difference. */
export type Differences = { day: string; at: Date; rows: readonly Row[]; equalDays: number };

const mostRows = 4_000;

/** What the providers' books and ours differ in; null before the first day was compared. For admins with money. */
export const differences = query<Record<string, never>, Differences | null>("payments.differences", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canManageMoney(viewer)) return notFound();
    const rows = await db
      .select()
      .from(dayComparisons)
      .orderBy(desc(dayComparisons.day), dayComparisons.provider)
      .limit(mostRows);
    const days = [...Map.groupBy(rows, ({ day }) => day)];
    const [newest] = days;
    if (!newest) return done(null);
    const [day, found] = newest;
    const wrong = days.findIndex(([, ofDay]) => !ofDay.every(isEqual));
    const at = found.reduce((last, one) => (one.at > last ? one.at : last), found[0]?.at ?? new Date(0));
    return done({ day, at, rows: found, equalDays: wrong < 0 ? days.length : wrong });
  },
});
