import { asc, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople, openWriters, signInTracesOfAll } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  canSeeAllOrders,
  deliveredBy,
  deliveredIn,
  mayWriteFor,
  nothingDone,
  type OrderToAssign,
  ordersToAssign,
  writerLoads,
  writerTiesOf,
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
import { type Candidate, type Suggestion, spreadOrders, suggestWriters } from "../domain/suggest.ts";
import { gradesSetting } from "../settings.ts";
import { writers } from "../tables.ts";
import { foundWriters } from "./admin-writers.ts";

/** So many writers share the orders of one step, the first by pseudonym. */
const mostWriters = 500;

/** So many writers are listed for one order, the best for it: what they delivered is read of these alone. */
const mostListed = 30;

/** What an order is about, for the choice of its writer. */
const subjectOf = ({ subject, course, projectType }: OrderToAssign): string | null => subject ?? course ?? projectType;

/** Active writers whom a search finds, by pseudonym and with their orders in hand; `most`: the first of them. */
const activeWriters = (db: Database, search: string, most?: number) => {
  const all = db
    .select({ ...getTableColumns(writers), open: sql<number>`coalesce(load.open, 0)` })
    .from(writers)
    .leftJoin(sql`(${writerLoads}) load`, sql`load.writer_id = ${writers.personId}`)
    .where(
      sql`${writers.active} and ${writers.personId} in (${openWriters}) and ${foundWriters({ search, subject: "" })}`,
    )
    .orderBy(asc(writers.pseudonym));
  return most === undefined ? all : all.limit(most);
};

type Which = { search: string; listed?: number };

/**
 * Active writers with their figures, and how they fit each of these orders; as many statements for many as for one. With
 * `listed`, at most so many: those who fit the first order best by what is known without their deliveries.
 */
async function writersFor(
  { db, runtime, now }: { db: Database; runtime: Runtime; now: Date },
  asked: readonly OrderToAssign[],
  { search, listed }: Which,
) {
  const active = await activeWriters(db, search, listed === undefined ? mostWriters : undefined);
  const { timeZone } = await runtime.settings.get(siteSetting);
  const ties = await writerTiesOf(
    db,
    asked.map(({ id, clientId }) => ({ orderId: id, clientId })),
  );
  const traces = await signInTracesOfAll(db, [...new Set(asked.map(({ clientId }) => clientId))]);
  const today = localOf(now, timeZone).date;

  type Past = Pick<Candidate, "delivered" | "onTime" | "inSubject">;
  const candidatesFor = (order: OrderToAssign, rows: typeof active, past: (id: string) => Past): Candidate[] => {
    const due = order.due && order.due > now ? localOf(order.due, timeZone).date : today;
    const near = new Set(traces.get(order.clientId)?.shared.map(({ personId }) => personId));
    return rows
      .filter(({ personId }) => mayWriteFor(order, personId))
      .map((row) => ({
        ...{ id: row.personId, subjects: row.subjects, openOrders: row.open, capacity: row.capacity },
        ...past(row.personId),
        ...(ties.get(order.id)?.get(row.personId) ?? { forClient: 0, askedBefore: false }),
        away: isAway(row, today, due),
        maySharePerson: near.has(row.personId),
      }));
  };
  const askedOf = (order: OrderToAssign) => ({ subject: subjectOf(order), level: order.academicLevel });
  const bestFor = (order: OrderToAssign, most: number): typeof active => {
    const all = candidatesFor(order, active, () => ({ delivered: 0, onTime: 0, inSubject: 0 }));
    const best = new Set(
      suggestWriters(all, askedOf(order))
        .slice(0, most)
        .map(({ id }) => id),
    );
    return active.filter(({ personId }) => best.has(personId));
  };
  const [first] = asked;
  const chosen = listed && first ? bestFor(first, listed) : active;
  const ids = chosen.map(({ personId }) => personId);
  const [done, people] = [await deliveredBy(db, ids), await findPeople(db, ids)];
  const inSubject = await deliveredIn(db, ids, asked.map(subjectOf));
  const known = new Map(
    chosen.map((row) => {
      const { delivered, onTime } = done.get(row.personId) ?? nothingDone;
      const figures = { open: row.open, delivered, onTime };
      return [row.personId, { row, name: people.get(row.personId)?.name ?? row.pseudonym, figures }] as const;
    }),
  );
  const pastIn = (order: OrderToAssign) => (id: string) => ({
    ...(known.get(id)?.figures ?? nothingDone),
    inSubject: inSubject(id, subjectOf(order)),
  });
  const prepared = new Map(asked.map((order) => [order.id, candidatesFor(order, chosen, pastIn(order))]));

  /** The best choice first; `given` is what they get besides. */
  const suggest = (order: OrderToAssign, given?: ReadonlyMap<string, number>): readonly Suggestion[] =>
    suggestWriters(
      (prepared.get(order.id) ?? []).map((one) => ({ ...one, openOrders: one.openOrders + (given?.get(one.id) ?? 0) })),
      askedOf(order),
    );
  const all = first ? active.filter(({ personId }) => mayWriteFor(first, personId)).length : active.length;
  return { known, suggest, all };
}

/** A writer who may be asked for an order, with why, or why rather not. */
export type SuggestedWriter = Answer<typeof writersForOrder>["writers"][number];

/**
 * The writers who may be asked for an order, the best choice first, at most `mostListed` of those whom the search finds,
 * and how many it finds. For admins who see orders; refuses not-found.
 */
export const writersForOrder = query("writing.for-order", {
  input: z.strictObject({ orderId: askedId, search: z.string().max(200).default("") }),
  run: async ({ db, ctx, viewer, now }, { orderId, search }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const [order] = await ordersToAssign({ db, viewer }, [orderId]);
    if (!order) return notFound();
    const { settings } = ctx.runtime;
    const [grades, usual] = [await settings.get(gradesSetting), await settings.get(shareSetting)];
    const around = { db, runtime: ctx.runtime, now };
    const { known, suggest, all } = await writersFor(around, [order], { search, listed: mostListed });
    return done({
      all,
      writers: suggest(order).flatMap((one) => {
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
    });
  },
});

export type AssignPlan = Answer<typeof assignPlan>;

/** So many orders get writers in one step. */
const mostOrders = 200;

/** Why no writer can be asked for an order; null: one can. */
function whyNot({ status, kind, paymentStatus, priceCents, due }: OrderToAssign, now: Date): string | null {
  if (status === "pending" && kind === "custom" && priceCents === null) return "no price yet, so no writer can get it";
  if (paymentStatus === "awaiting_confirmation") return "not paid yet, the transfer is expected";
  if (status === "pending" || status === "quoted") return "not paid yet";
  if (status === "assigned") return "a writer is already asked";
  if (status === "completed" || status === "cancelled" || status === "refunded") return "it has ended";
  if (status !== "confirmed") return "it has a writer";
  return due && due <= now ? "its deadline has passed" : null;
}

/**
 * Who would get which of these orders, and why the others stay: spread by suggestion, or all to one writer; never more
 * than there are places. Nothing is written. For admins who see orders; refuses not-found.
 */
export const assignPlan = query("writing.assign-plan", {
  input: z.strictObject({ orderIds: z.array(askedId).max(mostOrders), writerId: askedId.optional() }),
  run: async ({ db, ctx, viewer, now }, { orderIds, writerId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const orders = await ordersToAssign({ db, viewer }, orderIds);
    const open = orders.filter((order) => whyNot(order, now) === null);
    const { known, suggest } = await writersFor({ db, runtime: ctx.runtime, now }, open, { search: "" });
    const hasCapacity = (id: string, given: ReadonlyMap<string, number>): boolean => {
      const one = known.get(id);
      return one !== undefined && one.figures.open + (given.get(id) ?? 0) < one.row.capacity;
    };
    const spread = writerId
      ? spreadOrders(open, suggest, (one, given) => one.id === writerId && hasCapacity(one.id, given))
      : spreadOrders(open, suggest);
    const fits = new Map<string, number>();
    for (const order of open)
      for (const one of suggest(order)) if (one.fits) fits.set(one.id, (fits.get(one.id) ?? 0) + 1);

    const noneLeft = writerId
      ? `${known.get(writerId)?.name ?? "This writer"} has no free place`
      : "no free writer fits";
    const shown = ({ id, number, title, due, version }: OrderToAssign) => ({ id, number, title, due, version });
    const gives = spread.flatMap(({ order, writerId: to, given }) => {
      const one = to === null ? undefined : known.get(to);
      if (!to || !one) return [];
      const used = one.figures.open + given;
      const place = used === one.row.capacity ? "last place" : `${used} of ${one.row.capacity} places`;
      const why = [subjectOf(order), place].filter(Boolean).join(", ");
      return [{ ...shown(order), writer: { id: to, name: one.name, pseudonym: one.row.pseudonym, why } }];
    });
    const given = new Set(gives.map(({ id }) => id));
    const stays = orders
      .filter(({ id }) => !given.has(id))
      .map((order) => ({ ...shown(order), why: whyNot(order, now) ?? noneLeft }));
    const writers = [...known].map(([id, { row, name, figures }]) => ({
      ...{ id, name, pseudonym: row.pseudonym, capacity: row.capacity, openOrders: figures.open },
      ...{ delivered: figures.delivered, onTime: figures.onTime, fits: fits.get(id) ?? 0 },
    }));
    const free = (one: (typeof writers)[number]) => one.capacity - one.openOrders;
    const isFree = (one: (typeof writers)[number]) => (free(one) > 0 ? 1 : 0);
    return done({
      asked: open.length,
      writers: writers.toSorted((a, b) => isFree(b) - isFree(a) || b.fits - a.fits || free(b) - free(a)),
      gives,
      stays,
    });
  },
});
