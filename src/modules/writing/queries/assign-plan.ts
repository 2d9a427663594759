import { sql } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders, mayWriteFor, type OrderToAssign, ordersToAssign } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { fitsOrder, isAvailable, type Suggestion, spreadOrders, suggestWriters } from "../domain/suggest.ts";
import { writers } from "../tables.ts";
import { foundWriters } from "./admin-writers.ts";
import {
  askedOf,
  atWork,
  candidateColumns,
  figuresOf,
  load,
  mostListed,
  openOrders,
  ordersAround,
  subjectOf,
} from "./writer-candidates.ts";

/** So many orders get writers in one step. */
const mostOrders = 200;
/** What they delivered is read of so many writers, the best without it; of more where the orders need their places. */
const mostCompared = 500;

type Around = Awaited<ReturnType<typeof ordersAround>>;
type Which = { search: string; writerId: string | undefined };

/**
 * The writers of whom one could take one of these orders; besides them the freest that the search finds, as many as are
 * listed, and the one with this id. `all`: how many it finds. In one statement, by pseudonym.
 */
async function writersAround(
  db: Database,
  asked: readonly OrderToAssign[],
  { today, firstDue }: Around,
  { search, writerId }: Which,
) {
  const { personId, pseudonym, subjects, capacity, awayFrom, awayUntil } = writers;
  const about = asked.map(subjectOf);
  const names = about.flatMap((one) => (one === null ? [] : [one, one.toLowerCase()]));
  const inSubject = about.includes(null)
    ? sql`true`
    : sql`(${subjects} = '[]'::jsonb or exists (select from jsonb_array_elements(${subjects}) one
        where array[one->>'name', lower(one->>'name')] && ${sql.param(names)}::text[]))`;
  const isAway = sql`coalesce(${awayFrom} <= ${firstDue} and ${awayUntil} >= ${today}, false)`;
  const free = sql`greatest(${capacity} - ${openOrders}, 0)`;
  const found = foundWriters({ search, subject: "" });
  const ranked = db
    .select({
      ...candidateColumns,
      open: openOrders.as("open_orders"),
      canTake: sql<boolean>`${free} > 0 and not ${isAway} and ${inSubject}`.as("can_take"),
      found: sql<boolean>`${found}`.as("found"),
      place: sql<number>`row_number() over (order by (${found}) desc, ${free} desc, ${pseudonym})`.as("place"),
      all: sql<number>`(count(*) filter (where ${found}) over ())::int`.as("all_found"),
    })
    .from(writers)
    .leftJoin(load, sql`load.writer_id = ${personId}`)
    .where(atWork)
    .as("ranked");
  return db
    .select()
    .from(ranked)
    .where(
      sql`${ranked.canTake} or ${ranked.place} <= ${mostListed} or ${ranked.personId} = ${writerId && isId(writerId) ? writerId : null}::uuid`,
    )
    .orderBy(ranked.pseudonym);
}
type Row = Awaited<ReturnType<typeof writersAround>>[number];

/** A writer as every order of one kind sees the writer. */
const untied = { forClient: 0, askedBefore: false, away: false, maySharePerson: false };

/**
 * How many of these orders fit each writer, and whom they are spread over: of each order the best by what is known without
 * deliveries, with places for all orders, and who knows its client; then the best of each kind of order in turn.
 */
function chooseFor(asked: readonly OrderToAssign[], rows: readonly Row[], { candidate }: Around) {
  const byId = new Map(rows.map((row) => [row.personId, row]));
  const kinds = new Map<string, readonly Row[]>();
  const bestFor = (order: OrderToAssign): readonly Row[] => {
    const about = askedOf(order);
    const kind = `${about.level} ${about.subject?.toLowerCase()}`;
    const known = kinds.get(kind);
    if (known) return known;
    const fitting = rows.filter((row) => row.canTake && fitsOrder(row.subjects, about));
    const best = suggestWriters(
      fitting.map((row) => ({ ...candidate(order, row), ...untied })),
      about,
    ).flatMap(({ id }) => byId.get(id) ?? []);
    kinds.set(kind, best);
    return best;
  };
  const fits = new Map<string, number>();
  const chosen = new Set<Row>();
  for (const order of asked) {
    let places = 0;
    for (const row of bestFor(order)) {
      const one = candidate(order, row);
      if (!isAvailable(one) || !mayWriteFor(order, row.personId)) continue;
      fits.set(row.personId, (fits.get(row.personId) ?? 0) + 1);
      if (places < asked.length || one.forClient > 0) chosen.add(row);
      places += row.capacity - row.open;
    }
  }
  const longest = Math.max(0, ...[...kinds.values()].map(({ length }) => length));
  for (let at = 0; at < longest && chosen.size < mostCompared; at += 1)
    for (const best of kinds.values()) for (const row of best.slice(at, at + 1)) chosen.add(row);
  return { fits, chosen };
}

export type AssignPlan = Answer<typeof assignPlan>;

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

/** Those to choose one from: who is free, whom most of the orders fit, who has most places; the chosen one is among them. */
function listed(rows: readonly Row[], fits: ReadonlyMap<string, number>, writerId: string | undefined): readonly Row[] {
  const free = ({ capacity, open }: Row) => capacity - open;
  const isFree = (row: Row) => (free(row) > 0 ? 1 : 0);
  const count = ({ personId }: Row) => fits.get(personId) ?? 0;
  const best = rows
    .filter(({ found }) => found)
    .toSorted((a, b) => isFree(b) - isFree(a) || count(b) - count(a) || free(b) - free(a))
    .slice(0, mostListed);
  const one = rows.find(({ personId }) => personId === writerId);
  return one && !best.includes(one) ? [one, ...best] : best;
}

/**
 * Who would get which of these orders, and why the others stay: spread by suggestion over every writer who may take one, or
 * all to one writer; never more than there are places. `writers`: the best of `all` that the search finds. Nothing is
 * written. For admins who see orders; refuses not-found.
 */
export const assignPlan = query("writing.assign-plan", {
  input: z.strictObject({
    orderIds: z.array(askedId).max(mostOrders),
    writerId: askedId.optional(),
    search: z.string().max(200).default(""),
  }),
  run: async ({ db, ctx, viewer, now }, { orderIds, writerId, search }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const orders = await ordersToAssign({ db, viewer }, orderIds);
    const open = orders.filter((order) => whyNot(order, now) === null);
    const around = await ordersAround({ db, runtime: ctx.runtime, now }, open);
    const rows = await writersAround(db, open, around, { search, writerId });
    const { fits, chosen } = chooseFor(open, rows, around);
    const takes = writerId ? rows.filter(({ personId }) => personId === writerId) : [...chosen];
    const shownWriters = listed(rows, fits, writerId);
    const { known, pastIn } = await figuresOf(db, [...new Set([...takes, ...shownWriters])], open.map(subjectOf));
    /** The best choice first; `given` is what they get besides. */
    const suggest = (order: OrderToAssign, given: ReadonlyMap<string, number>): readonly Suggestion[] =>
      suggestWriters(
        takes.flatMap((row) => {
          if (!mayWriteFor(order, row.personId)) return [];
          const one = around.candidate(order, row, pastIn(row.personId, subjectOf(order)));
          return [{ ...one, openOrders: one.openOrders + (given.get(one.id) ?? 0) }];
        }),
        askedOf(order),
      );
    const hasCapacity = ({ id }: Suggestion, given: ReadonlyMap<string, number>): boolean => {
      const one = known.get(id);
      return one !== undefined && one.figures.open + (given.get(id) ?? 0) < one.row.capacity;
    };
    const spread = spreadOrders(open, suggest, writerId ? hasCapacity : undefined);

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
    return done({
      asked: open.length,
      all: rows[0]?.all ?? 0,
      search,
      writers: shownWriters.map(({ personId: id, pseudonym, capacity, open: openOrders }) => {
        const { name = pseudonym, figures } = known.get(id) ?? {};
        const { delivered = 0, onTime = 0 } = figures ?? {};
        return { id, name, pseudonym, capacity, openOrders, delivered, onTime, fits: fits.get(id) ?? 0 };
      }),
      gives,
      stays,
    });
  },
});
