import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { writers } from "../tables.ts";

/** Active writers by pseudonym, for the filters of lists. For admins who see orders; refuses not-found. */
export const writerNames = query<Record<string, never>, readonly { id: string; pseudonym: string }[]>("writing.names", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select({ id: writers.personId, pseudonym: writers.pseudonym })
      .from(writers)
      .where(eq(writers.active, true))
      .orderBy(asc(writers.pseudonym))
      .limit(500);
    return done(rows);
  },
});
