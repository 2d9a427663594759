import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay, findPeople } from "#src/modules/accounts/index.server.ts";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type NotePart, noteParts } from "../domain/mentions.ts";
import { orderNotes } from "../tables.ts";

export type OrderNote = { id: string; author: string; at: Date; parts: readonly NotePart[] };

/** What admins wrote to each other about an order, the oldest first. Refuses not-found for people who may not see orders. */
export const notesOfOrder = query<{ orderId: string }, readonly OrderNote[]>("admin.notes-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select()
      .from(orderNotes)
      .where(eq(orderNotes.orderId, orderId))
      .orderBy(asc(orderNotes.createdAt), asc(orderNotes.id))
      .limit(200);
    const colleagues = await adminsWhoMay(db, "orders");
    const authors = await findPeople(
      db,
      rows.map(({ authorId }) => authorId),
    );
    return done(
      rows.map(({ id, authorId, createdAt, text, mentions }) => ({
        id,
        author: authors.get(authorId)?.name ?? "A former admin",
        at: createdAt,
        parts: noteParts(
          text,
          colleagues.filter((one) => mentions.includes(one.id)),
        ),
      })),
    );
  },
});
