import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople, signInTracesOfAll } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  canSeeAllOrders,
  mayWriteFor,
  nothingDone,
  type OrderToAssign,
  ordersToAssign,
  writerFiguresOf,
  writerPastFor,
} from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { percentOf } from "#src/shared/money.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { localOf } from "#src/shared/zone.ts";
import { isAway } from "../domain/away.ts";
import { shareFor } from "../domain/pay.ts";
import { type Candidate, type Suggestion, suggestWriters } from "../domain/suggest.ts";
import { gradesSetting } from "../settings.ts";
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

/** A writer who may be asked for an order, with why, or why rather not. */
export type SuggestedWriter = Answer<typeof writersForOrder>[number];

/** The writers who may be asked for an order, the best choice first. For admins who see orders; refuses not-found. */
export const writersForOrder = query("writing.for-order", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const [order] = await ordersToAssign({ db, viewer }, [orderId]);
    if (!order) return notFound();
    const { settings } = ctx.runtime;
    const [grades, usual] = [await settings.get(gradesSetting), await settings.get(shareSetting)];
    const { known, suggest } = await writersFor(db, ctx.runtime, [order], now);
    return done(
      suggest(order).flatMap((one) => {
        const found = known.get(one.id);
        if (!found) return [];
        const { row, name, figures } = found;
        const price = order.priceCents;
        return [
          {
            ...one,
            ...{ name, openOrders: figures.open, pseudonym: row.pseudonym, capacity: row.capacity },
            /** Room for one more order. */
            hasCapacity: figures.open < row.capacity,
            /** What the offer would pay; null while the order has no price. */
            payCents: price === null ? null : percentOf(price, shareFor(row, grades, usual)),
          },
        ];
      }),
    );
  },
});
