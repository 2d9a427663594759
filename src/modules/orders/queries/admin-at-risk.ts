import { sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { textFor } from "#src/shared/viewer.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { deliveries, orders } from "../tables.ts";

/** An order in work whose time goes by without a sign of progress. Shares of its time, 0 to 1 and above when late. */
export type OrderAtRisk = AtRisk["rows"][number];
export type AtRisk = Answer<typeof adminAtRisk>;

const most = 6;
/** At most so many orders in work are compared, those that are due first. */
const compared = 200;
/** An order is at risk when this share of its time passed since the last sign, or when it is late. */
const silentShare = 0.25;

type Row = {
  id: string;
  number: string;
  title: string;
  client_id: string;
  writer_name: string | null;
  due: number;
  used: number;
  began: number;
  drafts: number[];
  last_sign: number;
  in_work: number;
};

/**
 * Orders in work that are late or silent, late ones first, then the widest gap since the last sign: the writer began, or
 * added a draft. Pauses do not count. One statement, for admins who see orders; refuses not-found.
 */
export const adminAtRisk = query("orders.admin-at-risk", {
  input: z.strictObject({}),
  run: async ({ db, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const at = now.getTime() / 1000;
    const answer = await send<Row>(
      db,
      sql`with work as (
        select o.id, o.number, o.title, o.client_id, o.writer_name, extract(epoch from coalesce(o.revision_due_at, o.deadline))::float8 as due,
          case when o.revision_due_at is null then extract(epoch from o.confirmed_at)::float8 + o.paused_ms / 1000.0
            else extract(epoch from o.work_since)::float8 end as start,
          extract(epoch from coalesce(o.work_since, o.confirmed_at))::float8 as began
        from ${orders} o
        where o.status not in ('completed', 'cancelled', 'refunded') and o.status in ('in_progress', 'revision_requested')
          and o.deadline is not null and o.confirmed_at is not null and not o.frozen
        order by coalesce(o.revision_due_at, o.deadline, '9998-12-31T00:00:00Z'::timestamptz), o.id
        limit ${compared}
      ), signs as (
        select w.*, greatest(w.due - w.start, 60) as whole, d.drafts, greatest(w.began, d.newest) as last
        from work w left join lateral (
          select array_agg(extract(epoch from created_at)::float8 order by created_at) as drafts,
            max(extract(epoch from created_at))::float8 as newest
          from ${deliveries} where order_id = w.id
        ) d on true
      )
      select id, number, title, client_id, writer_name, due, (${at}::float8 - start) / whole as used, (began - start) / whole as began,
        array(select (one - start) / whole from unnest(coalesce(drafts, '{}')) as one) as drafts,
        last as last_sign, (select count(*)::int from work) as in_work
      from signs
      where ${at}::float8 > due or (${at}::float8 - greatest(last, start)) / whole >= ${silentShare}
      order by (${at}::float8 > due) desc, (${at}::float8 - greatest(last, start)) / whole desc, id
      limit ${most}`,
    );
    const rows = answer.rows.map((row) => ({
      ...{ id: row.id, number: row.number, writerName: row.writer_name },
      title: textFor(viewer, row.client_id, "work", row.title),
      // When the writer began, and each draft, as shares of the time.
      ...{ deadline: new Date(row.due * 1000), used: row.used, began: row.began, drafts: row.drafts },
      lastSign: new Date(row.last_sign * 1000),
    }));
    return done({ rows, inWork: answer.rows[0]?.in_work ?? 0 });
  },
});
