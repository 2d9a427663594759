import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { orderServices } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { canManageMoney } from "../domain/policy.ts";
import { readQuarters } from "../settling/ledger-sums.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

/** `week` is the Monday, YYYY-MM-DD, in the zone that was asked for; cents above zero. */
type WeekOfMoney = { week: string; service: string; receivedCents: number; sentBackCents: number };

const input = z.strictObject({ since: z.date(), zone: z.string().refine(isZone, "This time zone is not known.") });

/**
 * What was received for orders and what was sent back since then, by week and service, from the ledger. Test orders are
 * out. It reads the ledger's rows of that time by their index, and the order of each. For admins with money; refuses
 * not-found.
 */
export const moneyByWeek = query<z.infer<typeof input>, readonly WeekOfMoney[]>("payments.money-by-week", {
  input,
  run: async ({ db, viewer }, { since, zone }) => {
    if (!canManageMoney(viewer)) return notFound();
    const heads = ledgerTransactions;
    const settled = sql`${heads.kind} in ('settle', 'surplus-settle') and ${ledgerEntries.account} = 'held'`;
    const sentBack = sql`${heads.kind} = 'refund' and ${ledgerEntries.account} = 'refunds'`;
    const rows = await db
      .select({
        week: sql<string>`to_char(date_trunc('week', ${heads.at} at time zone ${zone}), 'YYYY-MM-DD')`,
        service: orderServices.service,
        received: sql<string>`coalesce(sum(${ledgerEntries.cents}) filter (where ${settled}), 0)`,
        back: sql<string>`coalesce(sum(${ledgerEntries.cents}) filter (where ${sentBack}), 0)`,
      })
      .from(heads)
      .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, heads.id))
      .innerJoin(orderServices, eq(orderServices.orderId, heads.orderId))
      .where(
        and(
          gte(heads.at, since),
          eq(heads.test, false),
          inArray(heads.kind, ["settle", "surplus-settle", "refund", "refund-reversal"]),
          inArray(ledgerEntries.account, ["held", "refunds"]),
        ),
      )
      .groupBy(sql`1`, sql`2`);
    return done(
      rows.map(({ week, service, received, back }) => ({
        week,
        service,
        receivedCents: Number(received),
        sentBackCents: Number(back),
      })),
    );
  },
});

/** `day` is YYYY-MM-DD in the zone that was asked for; amounts are cents above zero. */
type DayOfMoney = { day: string; receivedCents: number; payments: number; sentBackCents: number };

/**
 * What was received for orders and what was sent back, for each day that has some, since the quarter of an hour of
 * `since`, from the ledger and its kept sums. Test orders are out, as in every sum. For admins with money; refuses
 * not-found.
 */
export const receivedByDay = query<z.infer<typeof input>, readonly DayOfMoney[]>("payments.received-by-day", {
  input,
  run: async ({ db, viewer }, { since, zone }) => {
    if (!canManageMoney(viewer)) return notFound();
    const rows = await readQuarters<DayOfMoney>(
      db,
      { from: since },
      (moved) => sql`select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day,
          sum(settled_cents)::bigint as "receivedCents", sum(payments)::bigint as payments,
          sum(refunded_cents)::bigint as "sentBackCents"
        from ${moved} where payments > 0 or settled_cents <> 0 or refunded_cents <> 0 group by 1 order by 1`,
    );
    return done(rows);
  },
});
