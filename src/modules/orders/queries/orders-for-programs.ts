import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-code.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { type OrderDto, type OrdersDto, ordersInput } from "../api/dto.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
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

const closed = (viewer: Viewer) => {
  if (canSeeAllOrders(viewer, "summary")) return null;
  return viewer.kind === "guest"
    ? refuse("signed-out", "Send a key for orders.")
    : refuse("forbidden", "These addresses are for keys that are made for orders.");
};

/** The orders of everybody for programs, newest first, 50 a page. Refuses signed-out, and forbidden without the right. */
export const ordersForPrograms = query<z.infer<typeof ordersInput>, OrdersDto>("orders.for-programs", {
  input: ordersInput,
  run: async ({ db, viewer }, { status, older }) => {
    const refusal = closed(viewer);
    if (refusal) return refusal;
    const { direction, after, order } = walk({ older }, { at: orders.createdAt, id: orders.id });
    const found = await db
      .select(columns)
      .from(orders)
      .where(and(after, status ? eq(orders.status, status) : undefined))
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
    const refusal = closed(viewer);
    if (refusal) return refusal;
    const [row] = await db
      .select(columns)
      .from(orders)
      .where(eq(orders.number, plainCode(number)));
    return row ? done(wireOf(row)) : notFound();
  },
});
