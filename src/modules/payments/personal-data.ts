import { inArray } from "drizzle-orm";
import { orderIdsOfClient } from "#src/modules/orders/index.server.ts";
import type { PersonalData } from "#src/platform/personal-data.ts";
import { attempts, charges, providerEvents, refunds, settlements } from "./tables.ts";
import { refundAccounts } from "./transfer-tables.ts";

/** Money of the own orders. The books stay whole; what providers told about the payer goes. */
export const paymentData: PersonalData = {
  name: "payments",
  async *gather({ runtime: { db } }, { id }) {
    const mine = await orderIdsOfClient(db, id);
    if (mine.length === 0) return;
    const { orderId, provider, method, cents, currency, at } = settlements;
    yield {
      path: "payments.json",
      rows: {
        charges: await db.select().from(charges).where(inArray(charges.orderId, mine)),
        payments: await db
          .select({ orderId, provider, method, cents, currency, at })
          .from(settlements)
          .where(inArray(settlements.orderId, mine)),
        refunds: await db
          .select({ orderId: refunds.orderId, cents: refunds.cents, state: refunds.state, at: refunds.createdAt })
          .from(refunds)
          .where(inArray(refunds.orderId, mine)),
      },
    };
  },
  forget: async ({ tx }, { id }) => {
    const mine = await orderIdsOfClient(tx, id);
    if (mine.length === 0) return;
    const own = tx.select({ id: attempts.id }).from(attempts).where(inArray(attempts.orderId, mine));
    await tx.update(providerEvents).set({ body: "{}" }).where(inArray(providerEvents.attemptId, own));
    const back = tx.select({ id: refunds.id }).from(refunds).where(inArray(refunds.orderId, mine));
    await tx.delete(refundAccounts).where(inArray(refundAccounts.refundId, back));
  },
};
