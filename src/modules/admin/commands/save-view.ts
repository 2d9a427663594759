import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { done, invalid, notFound } from "#src/shared/outcome.ts";
import { adminQuery, readAdminAsk } from "../domain/admin-address.ts";
import { mostViews } from "../queries/my-views.ts";
import { savedViews } from "../tables.ts";

const input = z.strictObject({
  name: z.string().trim().min(1, "Give the view a name.").max(40, "Use at most 40 characters."),
  address: z.string().max(2000),
});

/** Keeps a list under a name, for the own eyes alone; the same name again means the new list. */
export const saveView = command<z.infer<typeof input>, null>("admin.save-view", {
  input,
  run: async ({ tx, viewer, now }, { name, address }) => {
    if (viewer.kind !== "person" || !canSeeAllOrders(viewer, "admin")) return notFound();
    const read = adminQuery(readAdminAsk(new URLSearchParams(address)));
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views ${viewer.id}`}, 0))`);
    const mine = await tx.select({ name: savedViews.name }).from(savedViews).where(eq(savedViews.personId, viewer.id));
    if (mine.length >= mostViews && !mine.some((one) => one.name === name))
      return invalid([{ path: "name", message: `You have ${mostViews} views. Remove one first.` }]);
    await tx
      .insert(savedViews)
      .values({ id: newId(), personId: viewer.id, name, address: read, createdAt: now })
      .onConflictDoUpdate({ target: [savedViews.personId, savedViews.name], set: { address: read } });
    return done(null);
  },
});

/** Removes a view of the own; one that is gone already is no trouble. */
export const dropView = command<{ id: string }, null>("admin.drop-view", {
  input: z.strictObject({ id: z.uuid() }),
  run: async ({ tx, viewer }, { id }) => {
    if (viewer.kind !== "person" || !canSeeAllOrders(viewer, "admin")) return notFound();
    await tx.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.personId, viewer.id)));
    return done(null);
  },
});
