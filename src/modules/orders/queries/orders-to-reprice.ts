import { sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orders } from "../tables.ts";

/** Where so many orders were made, all are given; of more a sample, so many of each of these parts of the time. */
const most = 1_500;
const [parts, ofEach] = [50, 16];

const input = z.strictObject({ since: z.date() });

type Row = { text: string | null; count: number; whole: boolean };

/**
 * Priced orders that were placed since a moment as the text that a worker reads: what their work was when it was priced,
 * out of the snapshot, and what it cost: a pause that moved the deadline changes no price. Of a time in which more than
 * 1,500 were made (`whole` is false) they are the first ones of 50 equal parts, so that a trial costs the same in a shop of
 * any size. Cancelled and test orders are left out. Needs `prices`.
 */
export const ordersToReprice = query("orders.to-reprice", {
  input,
  run: async ({ db, viewer, now }, { since }) => {
    if (!canSeeAllOrders(viewer, "priced")) return notFound();
    const sold = sql`kind = 'priced' and not test and status <> 'cancelled' and price_cents is not null and snapshot is not null`;
    const [from, until] = [since, now].map((at) => sql`${at.toISOString()}::timestamptz`);
    const part = sql`(${until} - ${from}) / ${parts}::int`;
    // The snapshot is made a value once: it lies beside the row, and two parts of it would be read twice.
    const work = sql`id, price_cents, snapshot || '{}'::jsonb as work`;
    const found = sql`
      with known as materialized (
        select count(*) <= ${most} as whole
        from (select 1 from ${orders} where created_at >= ${from} order by created_at limit ${most + 1}) as made
      ), chosen as (
        select ${work} from ${orders} where ${sold} and created_at >= ${from} and (select whole from known)
        union all
        select one.* from generate_series(0, ${parts - 1}::int) as nth, lateral (
          select ${work} from ${orders}
          where ${sold} and created_at >= ${from} + nth * ${part} and created_at < ${from} + (nth + 1) * ${part}
          order by created_at limit ${ofEach}
        ) as one where not (select whole from known)
        offset 0
      )
      select json_agg(json_build_object('id', id, 'cents', price_cents,
          'pricedAt', work->>'pricedAt', 'fields', work->'inputs'))::text as text,
        count(*)::int as count, (select whole from known) as whole
      from chosen`;
    const [row] = (await send<Row>(db, found)).rows;
    // JSON: a list of orders with id, cents, moment of pricing and the fields of a quote; nothing about people.
    return done({ text: row?.text ?? "[]", count: row?.count ?? 0, whole: row?.whole ?? true });
  },
});
