import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { type OrderDto, type OrdersDto, ordersInput } from "../api/dto.ts";
import { canSeeAllOrders, partnerOf } from "../domain/policy.ts";
import { preparedOrders } from "../storage/draft-tables.ts";
import { orders } from "../tables.ts";

const pageSize = 50;

const columns = {
  id: orders.id,
  number: orders.number,
  service: orders.service,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  currency: orders.currency,
  priceCents: orders.priceCents,
  refundedCents: orders.refundedCents,
  createdAt: orders.createdAt,
  deadline: orders.deadline,
  deliveredAt: orders.deliveredAt,
  completedAt: orders.completedAt,
  test: orders.test,
};
type Instants = "createdAt" | "deadline" | "deliveredAt" | "completedAt";
type Row = Omit<OrderDto, Instants> & { createdAt: Date } & Record<Exclude<Instants, "createdAt">, Date | null>;

const wireOf = (row: Row): OrderDto => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  deadline: row.deadline?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  completedAt: row.completedAt?.toISOString() ?? null,
});

/** Which orders a program sees: those of everybody, or those that came of what its partner prepared. */
const seenBy = (viewer: Viewer): Outcome<SQL | undefined> => {
  if (canSeeAllOrders(viewer, "summary")) return done(undefined);
  const partner = partnerOf(viewer);
  if (partner) {
    const { orderId, partnerId } = preparedOrders;
    const its = and(eq(orderId, orders.id), eq(partnerId, partner.id));
    return done(sql`exists (select 1 from ${preparedOrders} where ${its})`);
  }
  return viewer.kind === "guest"
    ? refuse("signed-out", "Send a key for orders.")
    : refuse("forbidden", "These addresses are for keys that are made for orders.");
};

/** Orders for programs, newest first, 50 a page. Refuses signed-out, and forbidden without the right. */
export const ordersForPrograms = query<z.infer<typeof ordersInput>, OrdersDto>("orders.for-programs", {
  input: ordersInput,
  run: async ({ db, viewer }, { status, older }) => {
    const seen = seenBy(viewer);
    if (!seen.ok) return seen;
    const { direction, after, order } = walk({ older }, { at: orders.createdAt, id: orders.id });
    const found = await db
      .select(columns)
      .from(orders)
      .where(and(seen.value, after, status ? eq(orders.status, status) : undefined))
      .orderBy(...order)
      .limit(pageSize + 1);
    const page = cutPage(found, pageSize, direction, ({ createdAt, id }) => ({ at: createdAt, id }));
    return done({ orders: page.rows.map(wireOf), older: page.older });
  },
});

/** One order by its number for people, for programs. Refuses as the list does, and not-found. */
export const orderForPrograms = query<{ number: string }, OrderDto>("orders.for-program", {
  input: z.strictObject({ number: z.string().max(40) }),
  run: async ({ db, viewer }, { number }): Promise<Outcome<OrderDto>> => {
    const seen = seenBy(viewer);
    if (!seen.ok) return seen;
    const [row] = await db
      .select(columns)
      .from(orders)
      .where(and(seen.value, eq(orders.number, plainCode(number))));
    return row ? done(wireOf(row)) : notFound();
  },
});
