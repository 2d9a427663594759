import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { orderNumbersOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canManageMoney } from "../domain/policy.ts";
import { disputes, providerEvents } from "../tables.ts";
import { moneyStart, pageOf } from "./money-lists.ts";

/** Bodies stay where they are: a page shows what an event was, not what it says. */
const { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error } = providerEvents;
const eventColumns = { id, provider, type, receivedAt, processedAt, attempts: tries, nextTryAt, error };

/** Where each list is read from; a list that is not named begins with its newest rows. */
const starts = z.strictObject({ inbox: moneyStart.default({}), disputes: moneyStart.default({}) });

export type MoneyReports = Answer<typeof moneyReports>;

/** Messages of providers and disputes at banks, a page of each, newest first. Refuses not-found. */
export const moneyReports = query("payments.reports", {
  input: starts,
  run: async ({ db, viewer }, asked) => {
    if (!canManageMoney(viewer)) return notFound();
    const questioned = await pageOf(asked.disputes, {
      rows: () => db.select().from(disputes),
      columns: { at: disputes.openedAt, id: disputes.id },
      at: (row) => ({ at: row.openedAt, id: row.id }),
    });
    return done({
      inbox: await pageOf(asked.inbox, {
        rows: () => db.select(eventColumns).from(providerEvents),
        columns: { at: receivedAt, id },
        at: (row) => ({ at: row.receivedAt, id: row.id }),
      }),
      disputes: questioned,
      openDisputes: await openDisputes(db),
      /** The number for people of every order with a dispute here. */
      numbers: await orderNumbersOf(
        db,
        questioned.rows.map(({ orderId }) => orderId),
      ),
    });
  },
});

async function openDisputes(db: Database): Promise<number> {
  const [row] = await db.select({ all: count() }).from(disputes).where(eq(disputes.state, "open"));
  return row?.all ?? 0;
}
