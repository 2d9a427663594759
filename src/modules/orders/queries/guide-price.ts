import { and, desc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { z } from "zod";
import { leadSetting, loadPricing } from "#src/modules/pricing/index.server.ts";
import { makeQuote } from "#src/modules/pricing/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/id-schema.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type LikeWork, type PaidWork, similarPrices } from "../domain/guide-price.ts";
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
    const leads = await ctx.runtime.settings.get(leadSetting);
    const [list, paid] = await Promise.all([byPriceList(db, order, now, leads), paidCustomWork(db, order.id)]);
    const like: LikeWork = { subject: order.subject, pages: order.pages };
    return done({ list, similar: similarPrices(like, paid) });
  },
});

type Leads = Parameters<typeof makeQuote>[2]["minimumLeadHours"];

/** What writing of this length costs by the published prices; none where the request names no pages. */
async function byPriceList(db: Database, order: OrderRow, now: Date, minimumLeadHours: Leads) {
  if (order.pages === null) return [];
  const pricing = await loadPricing(db, now);
  if (!pricing.ok) return [];
  const work = { subject: order.subject ?? "Other", pages: order.pages, spacing: "double", citedSources: 0 };
  return writing.flatMap((service) => {
    const sent = { service, ...work, ...(service === "non-technical" && { orderType: "writing" }) };
    const priced = (deadline: Date | null) => {
      const fields = { ...sent, ...(deadline && { deadline: deadline.toISOString() }) };
      return makeQuote(pricing.value.table, fields, { mode: "json", now, minimumLeadHours });
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
async function paidCustomWork(db: Database, without: string): Promise<readonly PaidWork[]> {
  const rows = await db
    .select({ subject: orders.subject, pages: orders.pages, cents: orders.priceCents })
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
        ne(orders.id, without),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(looksAt);
  return rows.flatMap(({ cents, ...work }) => (cents === null ? [] : [{ ...work, cents }]));
}
