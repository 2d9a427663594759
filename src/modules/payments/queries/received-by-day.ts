import { sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { canManageMoney } from "../domain/policy.ts";
import { readQuarters } from "../settling/money-quarters.ts";

/** `day` is YYYY-MM-DD in the zone that was asked for; amounts are cents above zero. */
type DayOfMoney = { day: string; receivedCents: number; payments: number; sentBackCents: number };

const input = z.strictObject({ since: z.date(), zone: z.string().refine(isZone, "This time zone is not known.") });

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
