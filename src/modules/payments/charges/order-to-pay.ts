import { inArray } from "drizzle-orm";
import { lifeSetting, type Payable } from "#src/modules/orders/index.server.ts";
import { type MoneyEffect, netCents, transferEnd } from "#src/modules/orders/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import type { ChargePurpose } from "../domain/charges.ts";
import { type Borne, nothingBorne } from "../domain/earnings.ts";
import { shareSetting } from "../settings.ts";
import { waivers } from "../tables.ts";

/** An order as payments see it; the row is locked where a command holds one. */
export type OrderToPay = Payable;

/**
 * What an unpaid order waits for: its price less the discount, 0 where a code takes off all of it; null when nothing is
 * owed now.
 */
export const owedCents = (
  order: Pick<OrderToPay, "status" | "priceCents" | "discount" | "shortfallCents">,
): number | null =>
  (order.status === "pending" || order.status === "quoted") && order.priceCents ? netCents(order) : null;

/**
 * Until when a transfer for an unpaid order is waited for, counted from now when none was announced before; null for an
 * order that runs.
 */
export async function transferWaitsUntil({ now, ctx }: Work, order: OrderToPay): Promise<Date | null> {
  if (order.status !== "pending" && order.status !== "quoted") return null;
  const since = { deadline: order.deadline, transferSince: order.transferSince ?? now };
  return transferEnd(since, await ctx.runtime.settings.get(lifeSetting));
}

/** Nothing of its price is owed any more. */
export const isEnded = ({ status }: Pick<OrderToPay, "status">): boolean =>
  status === "cancelled" || status === "refunded" || status === "completed";

type Due = Pick<OrderToPay, "status">;

/** The second payment can be made from the delivery on; everything else that is open, at once. */
const isDue = (order: Due, { purpose }: { purpose: ChargePurpose }): boolean =>
  purpose !== "second" || order.status === "delivered";

/** What the checkout asks for now: the most urgent open charge that can be paid. */
export const dueCharge = <C extends { purpose: ChargePurpose }>(order: Due, open: readonly C[]): C | null =>
  open.find((charge) => isDue(order, charge)) ?? null;

type Credit = Extract<MoneyEffect, { kind: "credit" }>;

/** A credit lowers what is still owed first: that moves no money, and is written for the release. */
export async function noteWaiver(
  work: Work,
  order: { id: string },
  { waivedCents, bearer, rule }: Credit,
  cause: string,
): Promise<void> {
  if (waivedCents === 0) return;
  await work.tx
    .insert(waivers)
    .values({ id: newId(), orderId: order.id, cents: waivedCents, paidBy: bearer, reason: rule, cause, at: work.now })
    .onConflictDoNothing({ target: waivers.cause });
}

/** What writers and the operator pay of waivers, by order; orders without any are missing. */
export async function waivedOfOrders(db: Database, orderIds: readonly string[]): Promise<Map<string, Borne>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(waivers)
    .where(inArray(waivers.orderId, [...orderIds]));
  const sumBy = (all: typeof rows, who: string) =>
    all.filter(({ paidBy }) => paidBy === who).reduce((sum, { cents }) => sum + cents, 0);
  const byOrder = [...Map.groupBy(rows, ({ orderId }) => orderId)];
  return new Map(byOrder.map(([id, all]) => [id, { writer: sumBy(all, "writer"), operator: sumBy(all, "operator") }]));
}

export const waivedOf = async (db: Database, orderId: string): Promise<Borne> =>
  (await waivedOfOrders(db, [orderId])).get(orderId) ?? nothingBorne;

/** The writer's percent of an order: what its offer fixed, else the setting while nobody was asked. */
export const shareOfOrder = async (db: Database, { writerShare }: Pick<OrderToPay, "writerShare">): Promise<number> =>
  writerShare ?? (await readSetting(db, shareSetting)).value;
