import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { canManageMoney } from "../domain/policy.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

/** `day` is YYYY-MM-DD in the zone that was asked for; amounts are cents above zero. */
type DayOfMoney = { day: string; receivedCents: number; payments: number; sentBackCents: number };

const input = z.strictObject({ since: z.date(), zone: z.string().refine(isZone, "This time zone is not known.") });

/**
 * What was received for orders and what was sent back, for each day that has some, from the ledger. Test orders are
 * out, as in every sum. For admins with money; refuses not-found.
 */
export const receivedByDay = query<z.infer<typeof input>, readonly DayOfMoney[]>("payments.received-by-day", {
  input,
  run: async ({ db, viewer }, { since, zone }) => {
    if (!canManageMoney(viewer)) return notFound();
    const heads = ledgerTransactions;
    const day = sql<string>`to_char(${heads.at} at time zone ${zone}, 'YYYY-MM-DD')`;
    const settled = sql`${heads.kind} in ('settle', 'surplus-settle') and ${ledgerEntries.account} = 'held'`;
    const rows = await db
      .select({
        day,
        received: sql<string>`coalesce(sum(${ledgerEntries.cents}) filter (where ${settled}), 0)`,
        payments: sql<string>`count(*) filter (where ${settled} and ${heads.kind} = 'settle')`,
        back: sql<string>`coalesce(sum(${ledgerEntries.cents}) filter (where ${heads.kind} = 'refund' and ${ledgerEntries.account} = 'refunds'), 0)`,
      })
      .from(heads)
      .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, heads.id))
      .where(
        and(gte(heads.at, since), eq(heads.test, false), inArray(heads.kind, ["settle", "surplus-settle", "refund"])),
      )
      .groupBy(sql`1`)
      .orderBy(sql`1`);
    return done(
      rows.map((row) => ({
        day: row.day,
        receivedCents: Number(row.received),
        payments: Number(row.payments),
        sentBackCents: Number(row.back),
      })),
    );
  },
});
