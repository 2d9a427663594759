import { eq } from "drizzle-orm";
import { z } from "zod";
import { openOrdersOf, writerIdOf } from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shareFor } from "../domain/pay.ts";
import { gradesSetting } from "../settings.ts";
import { writers } from "../tables.ts";

/** The viewer's own row as a writer, with the orders in work. Refuses not-found for everybody else. */
export const ownCapacity = query("writing.own-capacity", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    const writerId = writerIdOf(viewer);
    if (writerId === null) return notFound();
    const [row] = await db.select().from(writers).where(eq(writers.personId, writerId));
    if (!row) return notFound();
    const { pseudonym, active, capacity, subjects, awayFrom, awayUntil } = row;
    const { settings } = ctx.runtime;
    /** Percent of the price that the next offer fixes. */
    const share = shareFor(row, await settings.get(gradesSetting), await settings.get(shareSetting));
    const open = await openOrdersOf(db, [writerId]);
    const openOrders = open.get(writerId) ?? 0;
    return done({ pseudonym, active, capacity, openOrders, subjects, awayFrom, awayUntil, share });
  },
});
