import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { attempts } from "../tables.ts";

/** Every visit to a provider for an order, oldest first. For admins who see the ledger; refuses not-found. */
export const attemptsOfOrder = query("payments.attempts-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "ledger")) return notFound();
    const { id, chargeId, provider, state, cents, currency, startedAt, endedAt, reference } = attempts;
    return done(
      await db
        .select({ id, chargeId, provider, state, cents, currency, startedAt, endedAt, reference })
        .from(attempts)
        .where(eq(attempts.orderId, orderId))
        .orderBy(asc(startedAt), asc(id)),
    );
  },
});
