import { sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";

const most = 5000;
const input = z.strictObject({ since: z.date(), before: z.strictObject({ at: z.string(), id: z.uuid() }).nullable() });

type Row = { text: string | null; count: number; at: string | null; id: string | null };

export type OrdersToReprice = Answer<typeof ordersToReprice>;

/**
 * Priced orders that were placed since a moment, newest first, as the text that a worker reads: what their work was and
 * what it cost. Cancelled and test orders are left out. Needs `prices`.
 */
export const ordersToReprice = query("orders.to-reprice", {
  input,
  run: async ({ db, viewer }, { since, before }) => {
    if (!canSeeAllOrders(viewer, "priced")) return notFound();
    const older = before ? sql`and (created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``;
    const page = sql`
      with page as (
        select * from orders.orders
        where kind = 'priced' and not test and status <> 'cancelled' and price_cents is not null
          and priced_at is not null and created_at >= ${since.toISOString()}::timestamptz ${older}
        order by created_at desc, id desc limit ${most}
      )
      select json_agg(json_build_object('number', number, 'cents', price_cents, 'pricedAt', priced_at, 'fields',
          json_strip_nulls(json_build_object('service', service, 'subject', subject, 'orderType', order_type,
            'spacing', spacing, 'pages', pages, 'citedSources', cited_sources, 'projectSize', project_size,
            'projectType', project_type, 'course', course, 'software', software, 'difficulty', difficulty,
            'testType', test_type, 'deadline', to_char(deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          ))))::text as text,
        count(*)::int as count,
        (array_agg(created_at::text order by created_at, id))[1] as at,
        (array_agg(id::text order by created_at, id))[1] as id
      from page`;
    const [row] = (await send<Row>(db, page)).rows;
    const full = row && row.count === most && row.at && row.id ? { at: row.at, id: row.id } : null;
    // JSON: a list of orders with number, cents, moment of pricing and the fields of a quote; nothing about people.
    return done({ text: row?.text ?? "[]", count: row?.count ?? 0, before: full });
  },
});
