import { eq, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import { customers } from "./tables.ts";

// The kept figures of a customer. Sums grow and fall in place, so that two payments at once both count; the row comes
// after those of payments in the order of locks (platform/database/README.md).

/** Counts an order that this person has just placed; written with the order. */
export function countPlaced(work: Work, personId: string): void {
  const change = work.tx
    .update(customers)
    .set({
      placed: sql`${customers.placed} + 1`,
      lastOrderAt: sql`greatest(${customers.lastOrderAt}, ${work.now.toISOString()}::timestamptz)`,
    })
    .where(eq(customers.personId, personId));
  work.defer({ change: change.getSQL() });
}

type CustomerMoney = { spent: number; refunded: number };

/** Adds what moved between this person and the shop, in the transaction that posts it to the ledger. */
export async function countMoney(tx: Database, personId: string, { spent, refunded }: CustomerMoney): Promise<void> {
  if (spent === 0 && refunded === 0) return;
  await tx
    .update(customers)
    .set({
      spentCents: sql`${customers.spentCents} + ${spent}`,
      refundedCents: sql`${customers.refundedCents} + ${refunded}`,
    })
    .where(eq(customers.personId, personId));
}

/** For the end of a demo alone: orders of people who stay are gone, `lastOrderAt` is that of the newest one left. */
export const uncountPlaced = (tx: Database, personId: string, gone: number, lastOrderAt: Date | null) =>
  tx
    .update(customers)
    .set({ placed: sql`${customers.placed} - ${gone}`, lastOrderAt })
    .where(eq(customers.personId, personId));
