import { sql } from "drizzle-orm";
import { findPeople, openWriters, signInTracesOfAll } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  deliveredBy,
  deliveredIn,
  nothingDone,
  type OrderToAssign,
  writerLoads,
  writerTiesOf,
} from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { localOf } from "#src/shared/zone.ts";
import { isAway } from "../domain/away.ts";
import type { Asked, Candidate } from "../domain/suggest.ts";
import { writers } from "../tables.ts";

/** So many writers are listed to choose one from: what they delivered is read of them. */
export const mostListed = 30;

/** What an order is about, for the choice of its writer. */
export const subjectOf = ({ subject, course, projectType }: OrderToAssign): string | null =>
  subject ?? course ?? projectType;

export const askedOf = (order: OrderToAssign): Asked => ({ subject: subjectOf(order), level: order.academicLevel });

/** Open orders by writer, to be joined as `load`, and who of the writers works for the shop. */
export const load = sql`(${writerLoads}) load`;
export const openOrders = sql<number>`coalesce(load.open, 0)`;
export const atWork = sql`${writers.active} and ${writers.personId} in (${openWriters})`;

/** What the choice reads of each writer. */
export const candidateColumns = {
  personId: writers.personId,
  pseudonym: writers.pseudonym,
  subjects: writers.subjects,
  capacity: writers.capacity,
  awayFrom: writers.awayFrom,
  awayUntil: writers.awayUntil,
};
type Row = Pick<typeof writers.$inferSelect, keyof typeof candidateColumns> & { open: number };

type Past = Pick<Candidate, "delivered" | "onTime" | "inSubject">;
/** Before anything was read of what a writer delivered. */
const unread: Past = { delivered: 0, onTime: 0, inSubject: 0 };

/**
 * What connects these orders with writers, in as many statements for many as for one: `today` and the first day on which one of
 * them is due, in the operator's zone, and a writer as the choice for one of them sees the writer.
 */
export async function ordersAround(
  { db, runtime, now }: { db: Database; runtime: Runtime; now: Date },
  asked: readonly OrderToAssign[],
) {
  const { timeZone } = await runtime.settings.get(siteSetting);
  const ties = await writerTiesOf(
    db,
    asked.map(({ id, clientId }) => ({ orderId: id, clientId })),
  );
  const traces = await signInTracesOfAll(db, [...new Set(asked.map(({ clientId }) => clientId))]);
  const today = localOf(now, timeZone).date;
  const around = new Map(
    asked.map(({ id, clientId, due }) => [
      id,
      {
        due: due && due > now ? localOf(due, timeZone).date : today,
        ties: ties.get(id),
        near: new Set(traces.get(clientId)?.shared.map(({ personId }) => personId)),
      },
    ]),
  );
  const candidate = (order: OrderToAssign, row: Row, past = unread): Candidate => {
    const here = around.get(order.id);
    return {
      ...{ id: row.personId, subjects: row.subjects, openOrders: row.open, capacity: row.capacity },
      ...past,
      ...(here?.ties?.get(row.personId) ?? { forClient: 0, askedBefore: false }),
      away: isAway(row, today, here?.due),
      maySharePerson: here?.near.has(row.personId) ?? false,
    };
  };
  const firstDue = [...around.values()].map(({ due }) => due).toSorted()[0] ?? today;
  return { today, firstDue, candidate };
}

/** Names and deliveries of these writers; `pastIn`: what the choice reads of them for an order on a subject. */
export async function figuresOf<R extends Row>(db: Database, rows: readonly R[], subjects: readonly (string | null)[]) {
  const ids = rows.map(({ personId }) => personId);
  const [done, people] = [await deliveredBy(db, ids), await findPeople(db, ids)];
  const inSubject = await deliveredIn(db, ids, subjects);
  const known = new Map(
    rows.map((row) => {
      const { delivered, onTime } = done.get(row.personId) ?? nothingDone;
      const figures = { open: row.open, delivered, onTime };
      return [row.personId, { row, name: people.get(row.personId)?.name ?? row.pseudonym, figures }] as const;
    }),
  );
  const pastIn = (id: string, subject: string | null): Past => {
    const { delivered, onTime } = known.get(id)?.figures ?? nothingDone;
    return { delivered, onTime, inSubject: inSubject(id, subject) };
  };
  return { known, pastIn };
}
