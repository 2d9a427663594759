import { sql } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, walk } from "#src/platform/database/cursor.ts";
import { send } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { cursorText } from "#src/shared/cursor.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orders } from "../tables.ts";

const most = 5000;
const input = z.strictObject({ since: z.date(), older: askedCursor.optional() });

type Row = { text: string | null; count: number; at: number | null; id: string | null };

export type OrdersToReprice = Answer<typeof ordersToReprice>;

/**
 * Priced orders that were placed since a moment, newest first, as the text that a worker reads: what their work was
 * when it was priced, out of the snapshot, and what it cost: a pause that moved the deadline changes no price. Cancelled and test orders are left out. Needs `prices`.
 */
export const ordersToReprice = query("orders.to-reprice", {
  input,
  run: async ({ db, viewer }, { since, older }) => {
    if (!canSeeAllOrders(viewer, "priced")) return notFound();
    const { after, order } = walk({ older }, { at: orders.createdAt, id: orders.id });
    const page = sql`
      with page as (
        select * from ${orders}
        where kind = 'priced' and not test and status <> 'cancelled' and price_cents is not null
          and snapshot is not null and created_at >= ${since.toISOString()}::timestamptz ${after ? sql`and ${after}` : sql``}
        order by ${sql.join(order, sql`, `)} limit ${most}
      )
      select json_agg(json_build_object('id', id, 'cents', price_cents,
          'pricedAt', snapshot->>'pricedAt', 'fields', snapshot->'inputs'))::text as text,
        count(*)::int as count,
        (extract(epoch from min(created_at)) * 1000)::float8 as at,
        (array_agg(id::text order by created_at, id))[1] as id
      from page`;
    const [row] = (await send<Row>(db, page)).rows;
    const last = row?.count === most && row.at && row.id ? { at: new Date(row.at), id: row.id } : null;
    // JSON: a list of orders with id, cents, moment of pricing and the fields of a quote; nothing about people.
    return done({ text: row?.text ?? "[]", count: row?.count ?? 0, older: last && cursorText(last) });
  },
});
