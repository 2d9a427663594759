import { eq } from "drizzle-orm";
import { z } from "zod";
import { openOrdersOf } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { writers } from "../tables.ts";

/** How a writer stands with the admins. */
type OwnCapacity = { pseudonym: string; active: boolean; capacity: number; openOrders: number };

/** The own row of the writer who asks, with the orders in work. Refuses not-found for everybody else. */
export const ownCapacity = query<Record<string, never>, OwnCapacity>("writing.own-capacity", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person" || viewer.role !== 2) return notFound();
    const [row] = await db.select().from(writers).where(eq(writers.personId, viewer.id));
    if (!row) return notFound();
    const { pseudonym, active, capacity } = row;
    const open = await openOrdersOf(db, [viewer.id]);
    return done({ pseudonym, active, capacity, openOrders: open.get(viewer.id) ?? 0 });
  },
});
