import { eq } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { nothingDone, type WriterFigures, writerFiguresOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
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
