import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { leadSetting, loadPricing } from "#src/modules/pricing/index.server.ts";
import { makeQuote } from "#src/modules/pricing/index.ts";
import type { Database } from "#src/platform/database/database.ts";
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
