import { desc } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isEqual } from "../domain/compare-day.ts";
import { canManageMoney } from "../domain/policy.ts";
import { dayComparisons } from "../reconciling/reconcile-tables.ts";

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
