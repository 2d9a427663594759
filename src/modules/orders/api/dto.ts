import { z } from "zod";
import { offers } from "#src/modules/pricing/index.server.ts";
import { askedCursor } from "#src/platform/database/cursor.ts";
import { orderStatuses, paymentStatuses } from "../domain/states.ts";

const instant = z.iso.datetime();

/** What `GET /api/orders` takes in its address. */
export const ordersInput = z.strictObject({
  status: z.enum(orderStatuses).optional().describe("Only orders in this state."),
  older: askedCursor.optional().describe("Where the answer before this one ended."),
});

/** What a program reads of an order: its state, when it is due and what it costs. No name, and no text of anybody. */
export const orderDto = z.strictObject({
  id: z.guid(),
  number: z.string().describe("Seven characters for people."),
  service: z.enum(offers),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  currency: z.string(),
  priceCents: z.int().min(0).nullable().describe("Null while custom work has no price."),
  refundedCents: z.int().min(0).describe("How much of it was refunded."),
  createdAt: instant,
  deadline: instant.nullable(),
  deliveredAt: instant.nullable().describe("The latest delivery."),
  completedAt: instant.nullable(),
  test: z.boolean().describe("Paid with test money. It is left out of all totals."),
});

export const ordersDto = z.strictObject({
  orders: z.array(orderDto).describe("The newest first, 50 at most."),
  older: z.string().nullable().describe("Send it as older to get the next ones; null: there are no more."),
});

export type OrderDto = z.infer<typeof orderDto>;
export type OrdersDto = z.infer<typeof ordersDto>;
