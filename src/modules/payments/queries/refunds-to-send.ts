import { asc, count, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { orderNumbersOf } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeWaitingMoney } from "../domain/policy.ts";
import { refunds } from "../tables.ts";

const [shown, mostCounted] = [50, 1_000];

/** Refunds that would be asked for now at their provider, the oldest first. Refuses not-found. */
export const refundsToSend = query("payments.refunds-to-send", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeWaitingMoney(viewer)) return notFound();
    const waiting = isNotNull(refunds.nextTryAt);
    const rows = await db.select().from(refunds).where(waiting).orderBy(asc(refunds.nextTryAt)).limit(shown);
    const first = db.select({ id: refunds.id }).from(refunds).where(waiting).limit(mostCounted).as("first");
    const [[counted], numbers] = await Promise.all([
      db.select({ all: count() }).from(first),
      orderNumbersOf(
        db,
        rows.map(({ orderId }) => orderId),
      ),
    ]);
    return done({
      all: counted?.all ?? 0,
      rows: rows.map(({ id, orderId, cents, createdAt: since }) => ({
        ...{ id, orderId, cents, since },
        number: numbers.get(orderId) ?? "",
      })),
    });
  },
});
