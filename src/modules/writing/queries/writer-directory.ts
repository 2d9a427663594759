import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { findPeople, findPersonLocked, type SharedSignIn, signInTracesOf } from "#src/modules/accounts/index.server.ts";
import {
  nothingDone,
  type OrderReader,
  openOrdersOf,
  ordersPlacedFrom,
  type SamePersonHints,
  type WriterDirectory,
  type WriterFigures,
  writerFiguresOf,
  writerIdOf,
} from "#src/modules/orders/index.server.ts";
import { sharedAccounts, shareSetting } from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { readSetting } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type AdminWith, isSealedFor } from "#src/shared/viewer.ts";
import { awayLabel, isAway } from "../domain/away.ts";
import { shareFor } from "../domain/pay.ts";
import { gradesSetting } from "../settings.ts";
import { applications, writers } from "../tables.ts";

/** The clients who are perhaps this writer: same network address, or a refund to the same bank account. */
async function samePersonHints(db: Database, writerId: string): Promise<SamePersonHints> {
  const { addresses, shared } = await signInTracesOf(db, writerId);
  const { clientIds } = await sharedAccounts(db, writerId);
  return {
    clientIds: new Set([...shared.map(({ personId }) => personId), ...clientIds]),
    addresses: new Set(addresses),
  };
}

/** One account that is perhaps the same person, and why, for admins. */
export type SamePersonHint = {
  personId: string;
  name: string;
  role: number;
  why: "device" | "address" | "order" | "account";
  at: Date | null;
};

const fromSignIn = ({ device, ...one }: SharedSignIn): SamePersonHint => ({
  ...one,
  why: device ? "device" : "address",
});

/**
 * Accounts that are perhaps the same person as this writer, each once with its strongest reason; none whose data is sealed,
 * because the writer's name would say whose it is.
 */
export async function samePersonAs(
  { db, viewer }: { db: Database; viewer: AdminWith<"people"> },
  writerId: string,
): Promise<readonly SamePersonHint[]> {
  const { addresses, shared } = await signInTracesOf(db, writerId);
  const { clientIds, writerIds } = await sharedAccounts(db, writerId);
  const placed = await ordersPlacedFrom(db, addresses);
  const paid = [...clientIds, ...writerIds];
  const people = await findPeople(db, [...paid, ...placed.keys()]);
  const named = (ids: Iterable<string>, why: SamePersonHint["why"]): SamePersonHint[] =>
    [...ids].flatMap((personId) => {
      const person = people.get(personId);
      return person ? [{ personId, why, name: person.name, role: person.role, at: placed.get(personId) ?? null }] : [];
    });
  const all = [...named(paid, "account"), ...shared.map(fromSignIn), ...named(placed.keys(), "order")];
  const seen = new Set([writerId]);
  return all.filter(
    ({ personId }) => !isSealedFor(viewer, personId, "contact") && !seen.has(personId) && seen.add(personId),
  );
}

/** The names under which clients know these people, for Support; who never was a writer is missing. */
export async function pseudonymsOf(
  db: Database,
  _viewer: AdminWith<"chat">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: writers.personId, pseudonym: writers.pseudonym })
    .from(writers)
    .where(inArray(writers.personId, [...ids]));
  return new Map(rows.map(({ id, pseudonym }) => [id, pseudonym]));
}

/** What orders ask about writers (the port of orders). */
export const writerDirectoryOfRuntime: WriterDirectory = {
  hints: samePersonHints,
  lock: async (tx, personId) => {
    const [row] = await tx.select().from(writers).where(eq(writers.personId, personId)).for("update");
    if (!row) return null;
    const person = await findPersonLocked(tx, personId);
    const works = !person || (person.role === 2 && !person.blocked);
    const { value: grades } = await readSetting(tx, gradesSetting);
    const { value: usual } = await readSetting(tx, shareSetting);
    const { personId: id, pseudonym, capacity } = row;
    const daysOff = (first: string, last: string) => (isAway(row, first, last) ? awayLabel(row, first) : null);
    const sharePercent = shareFor(row, grades, usual);
    return { id, pseudonym, active: row.active && works, capacity, sharePercent, daysOff };
  },
};

type WriterLoad = Pick<WriterFigures, "open" | "nextDeadline" | "delivered" | "onTime"> & {
  capacity: number;
  name: string | null;
};

/** How much a writer has in hand; null for somebody who is none. */
export async function writerLoad(db: Database, _viewer: OrderReader, personId: string): Promise<WriterLoad | null> {
  const [row] = await db.select({ capacity: writers.capacity }).from(writers).where(eq(writers.personId, personId));
  if (!row) return null;
  const [figures, people] = await Promise.all([writerFiguresOf(db, [personId]), findPeople(db, [personId])]);
  const { open, nextDeadline, delivered, onTime } = figures.get(personId) ?? nothingDone;
  return { open, nextDeadline, delivered, onTime, capacity: row.capacity, name: people.get(personId)?.name ?? null };
}

/** Who can write for the shop: active writers, and applications that wait for an admin. Numbers for rules: nobody is asked. */
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
