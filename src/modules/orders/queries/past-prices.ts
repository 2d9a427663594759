import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { leadSetting, loadPricing } from "#src/modules/pricing/index.server.ts";
import { makeQuote } from "#src/modules/pricing/index.ts";
import { type Database, send } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type LikeWork, type PaidWork, similarPrices, suggestedCents } from "../domain/guide-price.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { paidStatuses } from "../domain/states.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { orders } from "../tables.ts";

const writing = ["non-technical", "technical"] as const;

export type GuidePrice = Answer<typeof guidePrice>;

const input = z.strictObject({ orderId: askedId });

/** What other work like this request costs: by the published prices, and by custom orders that were paid. */
export const guidePrice = query("orders.guide-price", {
  input,
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    const order = canSeeAllOrders(viewer, "admin") ? await loadOrder(db, orderId) : null;
    if (order?.kind !== "custom") return notFound();
    const guideOf = await guides(db, ctx, now);
    return done(guideOf(order));
  },
});

/** The price that each of these requests could begin with, by its id; one without is missing. Three statements. */
export const guidePrices = query("orders.guide-prices", {
  input: z.strictObject({ orderIds: z.array(z.uuid()).max(200) }),
  run: async ({ db, ctx, viewer, now }, { orderIds }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    if (orderIds.length === 0) return done(new Map<string, number>());
    const columns = { id: orders.id, subject: orders.subject, pages: orders.pages, deadline: orders.deadline };
    const rows = await db.select(columns).from(orders).where(inArray(orders.id, orderIds));
    const guideOf = await guides(db, ctx, now);
    const found = rows.map((row) => [row.id, guideOf(row).suggested] as const);
    return done(new Map(found.flatMap(([of, cents]) => (cents === null ? [] : [[of, cents] as const]))));
  },
});

type Request = LikeWork & Pick<OrderRow, "id" | "deadline">;

/** Reads what all guide prices need, once. */
async function guides(db: Database, ctx: Ctx, now: Date) {
  const leads = await ctx.runtime.settings.get(leadSetting);
  const [pricing, paid] = await Promise.all([loadPricing(db, now), paidCustomWork(db)]);
  return (order: Request) => {
    const list = pricing.ok ? byPriceList(pricing.value.table, order, now, leads) : [];
    const others = paid.filter(({ id }) => id !== order.id);
    const similar = similarPrices({ subject: order.subject, pages: order.pages }, others);
    return { list, similar, suggested: suggestedCents(list, similar) };
  };
}

type Table = Parameters<typeof makeQuote>[0];
type Leads = Parameters<typeof makeQuote>[2]["minimumLeadHours"];

/** What writing of this length costs by the published prices; none where the request names no pages. */
function byPriceList(table: Table, order: Request, now: Date, minimumLeadHours: Leads) {
  if (order.pages === null) return [];
  const work = { subject: order.subject ?? "Other", pages: order.pages, spacing: "double", citedSources: 0 };
  return writing.flatMap((service) => {
    const sent = { service, ...work, ...(service === "non-technical" && { orderType: "writing" }) };
    const priced = (deadline: Date | null) => {
      const fields = { ...sent, ...(deadline && { deadline: deadline.toISOString() }) };
      return makeQuote(table, fields, { mode: "json", now, minimumLeadHours });
    };
    // A wish that is too near has no price; the work itself has one.
    const wished = order.deadline ? priced(order.deadline) : null;
    const [made, deadline] = wished?.ok ? [wished, order.deadline] : [priced(null), null];
    if (!made.ok) return [];
    return [{ service, cents: made.value.totalCents, detail: made.value.lines[0]?.detail ?? "", deadline }];
  });
}

const looksAt = 500;

/** The newest custom orders that were paid and kept, without tests. */
async function paidCustomWork(db: Database): Promise<readonly (PaidWork & { id: string })[]> {
  const rows = await db
    .select({ id: orders.id, subject: orders.subject, pages: orders.pages, cents: orders.priceCents })
    .from(orders)
    .where(
      and(
        eq(orders.service, "custom"),
        inArray(
          orders.status,
          paidStatuses.filter((one) => one !== "cancelled" && one !== "refunded"),
        ),
        isNotNull(orders.priceCents),
        eq(orders.test, false),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(looksAt);
  return rows.flatMap(({ cents, ...work }) => (cents === null ? [] : [{ ...work, cents }]));
}

/** Where so many orders were made, all are given; of more a sample, so many of each of these parts of the time. */
const most = 1_500;
const [parts, ofEach] = [50, 16];

const askedSince = z.strictObject({ since: z.date() });

type Row = { text: string | null; count: number; whole: boolean };

/**
 * Priced orders that were placed since a moment as the text that a worker reads: what their work was when it was priced,
 * out of the snapshot, and what it cost: a pause that moved the deadline changes no price. Of a time in which more than
 * 1,500 were made (`whole` is false) they are the first ones of 50 equal parts, so that a trial costs the same in a shop of
 * any size. Cancelled and test orders are left out. Needs `prices`.
 */
export const ordersToReprice = query("orders.to-reprice", {
  input: askedSince,
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
