import { and, eq, gt, isNotNull, isNull, lte, or } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import type { PreparedOrderDto } from "../api/dto.ts";
import { partnerOf, partnersOnly } from "../domain/policy.ts";
import { orders } from "../tables.ts";
import { preparedLink } from "./prepared-link.ts";
import { preparedOrders } from "./prepared-tables.ts";

/** How long a prepared order waits for its client. */
export const preparedDays = 7;

const began = (now: Date): Date => new Date(now.getTime() - preparedDays * dayMs);

/** Those whose time is not over. */
export const stillThere = (now: Date) =>
  or(isNotNull(preparedOrders.orderId), gt(preparedOrders.createdAt, began(now)));

/** Those that nobody sent in time, until they are deleted. */
export const isOver = (now: Date) => and(isNull(preparedOrders.orderId), lte(preparedOrders.createdAt, began(now)));

type Row = typeof preparedOrders.$inferSelect;

/** What its partner reads of it: nothing of its client, and no text. */
export async function preparedDto(runtime: Runtime, db: Database, row: Row): Promise<PreparedOrderDto> {
  const { id, service, priceCents, createdAt, orderId } = row;
  const [order] = orderId ? await db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId)) : [];
  return {
    ...{ id, service, currency: "USD", priceCents, url: preparedLink(runtime, row) },
    state: order ? "ordered" : "waiting",
    number: order?.number ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + preparedDays * dayMs).toISOString(),
  };
}

/** One prepared order of this partner. Refuses signed-out, forbidden and not-found. */
export const preparedOrder = query<{ id: string }, PreparedOrderDto>("orders.prepared", {
  input: z.strictObject({ id: z.string().max(60) }),
  run: async ({ db, viewer, now, ctx: { runtime } }, { id }) => {
    const partner = partnerOf(viewer);
    if (!partner) return partnersOnly(viewer);
    if (!isId(id)) return notFound();
    const own = and(eq(preparedOrders.id, id), eq(preparedOrders.partnerId, partner.id), stillThere(now));
    const [row] = await db.select().from(preparedOrders).where(own);
    return row ? done(await preparedDto(runtime, db, row)) : notFound();
  },
});
