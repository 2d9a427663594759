import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { canSeeAllOrders, openOrdersOf } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { writers } from "../tables.ts";

export type ActiveWriter = {
  id: string;
  pseudonym: string;
  /** The person's own name, for the admins. */
  name: string;
  openOrders: number;
  capacity: number;
  /** Room for one more order. */
  hasCapacity: boolean;
};

/** The writers who may be asked, with the room they have, in three statements. For admins; refuses not-found. */
export const activeWriters = query<Record<string, never>, readonly ActiveWriter[]>("writing.active-writers", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select()
      .from(writers)
      .where(eq(writers.active, true))
      .orderBy(asc(writers.pseudonym))
      .limit(500);
    const ids = rows.map(({ personId }) => personId);
    const [open, people] = await Promise.all([openOrdersOf(db, ids), findPeople(db, ids)]);
    return done(
      rows.flatMap(({ personId, pseudonym, capacity }) => {
        const person = people.get(personId);
        if (!person || person.blocked) return [];
        const openOrders = open.get(personId) ?? 0;
        return [
          { id: personId, pseudonym, name: person.name, openOrders, capacity, hasCapacity: openOrders < capacity },
        ];
      }),
    );
  },
});
