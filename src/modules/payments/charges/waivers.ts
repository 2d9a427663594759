import { inArray } from "drizzle-orm";
import type { MoneyEffect } from "#src/modules/orders/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { type Borne, nothingBorne } from "../domain/earnings.ts";
import { shareSetting } from "../settings.ts";
import { waivers } from "../tables.ts";
import type { OrderToPay } from "./order-to-pay.ts";

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
