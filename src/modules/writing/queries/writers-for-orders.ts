import { asc, eq } from "drizzle-orm";
import { findPeople, signInTracesOfAll } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  mayWriteFor,
  nothingDone,
  type OrderToAssign,
  writerFiguresOf,
  writerPastFor,
} from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { localOf } from "#src/shared/zone.ts";
import { isAway } from "../domain/away.ts";
import { type Candidate, type Suggestion, suggestWriters } from "../domain/suggest.ts";
import { writers } from "../tables.ts";

const mostWriters = 500;

/** What an order is about, for the choice of its writer. */
export const subjectOf = ({ subject, course, projectType }: OrderToAssign): string | null =>
  subject ?? course ?? projectType;

/** Active writers with their figures, and how they fit each of these orders; as many statements for many as for one. */
export async function writersFor(db: Database, runtime: Runtime, asked: readonly OrderToAssign[], now: Date) {
  const rows = await db
    .select()
    .from(writers)
    .where(eq(writers.active, true))
    .orderBy(asc(writers.pseudonym))
    .limit(mostWriters);
  const ids = rows.map(({ personId }) => personId);
  const { timeZone } = await runtime.settings.get(siteSetting);
  const [figures, people] = [await writerFiguresOf(db, ids), await findPeople(db, ids)];
  const past = await writerPastFor(
    db,
    ids,
    asked.map((order) => ({ orderId: order.id, clientId: order.clientId, subject: subjectOf(order) })),
  );
  const traces = await signInTracesOfAll(db, [...new Set(asked.map(({ clientId }) => clientId))]);
  const today = localOf(now, timeZone).date;
  const known = new Map(
    rows.flatMap((row) => {
      const person = people.get(row.personId);
      const works = person && !person.blocked && person.role === 2;
      return works
        ? [[row.personId, { row, name: person.name, figures: figures.get(row.personId) ?? nothingDone }] as const]
        : [];
    }),
  );

  const candidatesFor = (order: OrderToAssign): Candidate[] => {
    const due = order.due && order.due > now ? localOf(order.due, timeZone).date : today;
    const near = new Set(traces.get(order.clientId)?.shared.map(({ personId }) => personId));
    return [...known]
      .filter(([id]) => mayWriteFor(order, id))
      .map(
        ([
          id,
          {
            row,
            figures: { open, delivered, onTime },
          },
        ]) => ({
          ...{ id, subjects: row.subjects, openOrders: open, capacity: row.capacity, delivered, onTime },
          ...(past.get(order.id)?.get(id) ?? { inSubject: 0, forClient: 0, askedBefore: false }),
          away: isAway(row, today, due),
          maySharePerson: near.has(id),
        }),
      );
  };
  const prepared = new Map(asked.map((order) => [order.id, candidatesFor(order)]));

  /** The best choice first; `given` is what they get besides. */
  const suggest = (order: OrderToAssign, given?: ReadonlyMap<string, number>): readonly Suggestion[] =>
    suggestWriters(
      (prepared.get(order.id) ?? []).map((one) => ({ ...one, openOrders: one.openOrders + (given?.get(one.id) ?? 0) })),
      { subject: subjectOf(order), level: order.academicLevel },
    );
  return { known, suggest };
}
