import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Payable } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import type { Arrived } from "../domain/charges.ts";
import { settleSurplus, tipOfSurplus } from "../domain/ledger.ts";
import { askForRefund } from "../refunds/refund-rows.ts";
import { post, type SettlementRow } from "../settling/books.ts";
import { charges, settlements } from "../tables.ts";

const isPart = (chargeId: string) => and(eq(settlements.chargeId, chargeId), eq(settlements.verdict, "part"));

/** Parts of a charge that wait for the rest, oldest first. */
export const partsOf = (db: Database, chargeId: string): Promise<SettlementRow[]> =>
  db.select().from(settlements).where(isPart(chargeId)).orderBy(asc(settlements.at), asc(settlements.id));

/** What has arrived in part of what each of these orders owes; those without a part are missing, and tips are not owed. */
export async function arrivedOfOrders(db: Database, orderIds: readonly string[]): Promise<Map<string, Arrived>> {
  if (orderIds.length === 0) return new Map();
  const cents = sql<number>`sum(${settlements.cents})`.mapWith(Number);
  const isOwed = and(eq(charges.state, "open"), ne(charges.purpose, "tip"));
  const rows = await db
    .select({ orderId: settlements.orderId, ofCents: charges.cents, cents })
    .from(settlements)
    .innerJoin(charges, eq(charges.id, settlements.chargeId))
    .where(and(inArray(settlements.orderId, [...orderIds]), eq(settlements.verdict, "part"), isOwed))
    .groupBy(settlements.orderId, charges.id);
  return new Map(rows.map(({ orderId, ...arrived }) => [orderId, arrived]));
}

/** The rest has come: each part counts as paid. */
export async function countParts(
  work: Work,
  order: Payable,
  verdict: "settle" | "tip",
  parts: readonly SettlementRow[],
): Promise<void> {
  for (const { id, cents } of parts) {
    await work.tx.update(settlements).set({ verdict }).where(eq(settlements.id, id));
    await post(work, order, verdict === "tip" ? tipOfSurplus(cents) : settleSurplus(cents), `settlement:${id}`);
  }
}

/** The charge is not waited for any more: each part goes back. */
export async function returnParts(work: Work, chargeId: string, why: string): Promise<void> {
  const parts = await work.tx.update(settlements).set({ verdict: "surplus" }).where(isPart(chargeId)).returning();
  for (const settlement of parts)
    await askForRefund(work, {
      settlement,
      kind: "surplus",
      cents: settlement.cents,
      paidBy: "nobody",
      reason: `${why} The part of the transfer that has arrived goes back.`,
      cause: `part:${settlement.id}`,
    });
}
