import { eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import {
  nothingDone,
  openOrdersOf,
  type WriterFigures,
  writerFiguresOf,
  writerIdOf,
} from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shareFor } from "../domain/pay.ts";
import { gradesSetting } from "../settings.ts";
import { applications, writers } from "../tables.ts";

export type WriterLoad = Pick<WriterFigures, "open" | "nextDeadline" | "delivered" | "onTime"> & {
  capacity: number;
  name: string | null;
};

/** How much a writer has in hand; null for somebody who is none. Who may see it is the caller's rule. */
export async function writerLoad(db: Database, personId: string): Promise<WriterLoad | null> {
  const [row] = await db.select({ capacity: writers.capacity }).from(writers).where(eq(writers.personId, personId));
  if (!row) return null;
  const [figures, people] = await Promise.all([writerFiguresOf(db, [personId]), findPeople(db, [personId])]);
  const { open, nextDeadline, delivered, onTime } = figures.get(personId) ?? nothingDone;
  return { open, nextDeadline, delivered, onTime, capacity: row.capacity, name: people.get(personId)?.name ?? null };
}

/** Who can write for the shop: active writers, and applications that wait for an admin. Who may see it is the caller's rule. */
export async function writersAtHand(db: Database): Promise<{ active: number; waiting: number }> {
  const [active, waiting] = await Promise.all([
    db.$count(writers, eq(writers.active, true)),
    db.$count(applications, eq(applications.state, "sent")),
  ]);
  return { active, waiting };
}

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
