import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, not, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { cappedCount, type Database, send } from "#src/platform/database/database.ts";
import { searchColumn, searched, searchMatch } from "#src/platform/database/search.ts";
import { type Answer, type Ask, everyPage, query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { cursorText, isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { SearchMatch } from "#src/shared/search.ts";
import { dayMs } from "#src/shared/units.ts";
import { nameFor, sealedIds, textFor, toRole, type Viewer, withoutOpenings } from "#src/shared/viewer.ts";
import { removalDue } from "../../domain/lifetimes.ts";
import { canSeeFigures, canSeePeople } from "../../domain/policy.ts";
import { customers, people } from "../../tables.ts";
import { lastSeenOf, withFactor } from "./person-for-admin.ts";

const peoplePageSize = 30;

/** The tabs of the list; the words are those of the partial indexes (tables.ts). */
const groups = {
  all: sql`true`,
  clients: sql`${people.role} not in (2, 3)`,
  writers: sql`${people.role} = 2`,
  admins: sql`${people.role} = 3`,
  blocked: sql`${people.blockedAt} is not null`,
} as const satisfies Record<string, SQL>;
type PeopleGroup = keyof typeof groups;
const peopleGroups = Object.keys(groups) as [PeopleGroup, ...PeopleGroup[]];

/** What the tab of clients can be sorted by, the highest or the newest first; `low` and `first` turn it round. */
const sorts = ["last", "last-first", "orders", "orders-low", "spent", "spent-low", "newest"] as const;
type PeopleSort = (typeof sorts)[number];
const rising: readonly PeopleSort[] = ["last-first", "orders-low", "spent-low"];

/** Clients by the orders they placed, and by when the last one was. */
const placedIs = {
  any: undefined,
  none: eq(customers.placed, 0),
  one: eq(customers.placed, 1),
  more: gte(customers.placed, 2),
} as const;
const lastDays = { any: null, week: 7, month: 30, quarter: 90, older: 90 } as const;
const placedNames = Object.keys(placedIs) as [keyof typeof placedIs, ...(keyof typeof placedIs)[]];
const lastNames = Object.keys(lastDays) as [keyof typeof lastDays, ...(keyof typeof lastDays)[]];

/** Stands for the last order of somebody who has none, in the words of the index (tables.ts). */
const noOrder = new Date("1970-01-01T00:00:00Z");
const lastOrder = sql`coalesce(${customers.lastOrderAt}, '1970-01-01T00:00:00Z'::timestamptz)`;

type Found = { createdAt: Date; lastOrderAt: Date | null; placed: number; spentCents: number };
/** A column of the figures, and its value in a row as a cursor holds it. */
const keys = {
  last: { at: lastOrder, of: ({ lastOrderAt }: Found) => lastOrderAt ?? noOrder },
  orders: { at: customers.placed, of: ({ placed }: Found) => new Date(placed) },
  spent: { at: customers.spentCents, of: ({ spentCents }: Found) => new Date(spentCents) },
  newest: { at: people.createdAt, of: ({ createdAt }: Found) => createdAt },
};

export type PersonLine = Answer<typeof peopleList>["rows"][number];

const input = z.strictObject({
  group: z.enum(peopleGroups).catch("all").default("all"),
  /** Parts of the name and the address in any order, or an id. */
  search: z.string().max(200).default(""),
  match: searchMatch,
  /** Only these people. */
  ids: z.array(z.uuid()).max(200).optional(),
  /** For clients, and for admins who see orders; all other lists have the newest account first. */
  sort: z.enum(sorts).catch("newest").default("newest"),
  /** These two also for clients and for admins who see orders; ignored elsewhere. */
  orders: z.enum(placedNames).catch("any").default("any"),
  last: z.enum(lastNames).catch("any").default("any"),
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});
type Input = z.infer<typeof input>;

const matching = (search: string, match: SearchMatch): SQL | undefined => {
  const id = search.trim();
  return isId(id) ? eq(people.id, id) : searched(searchColumn(people), search, match);
};

const areCustomers = (viewer: Viewer, { group }: Input): boolean => canSeeFigures(viewer) && group === "clients";

/** What this viewer's list is sorted by. */
const sortFor = (viewer: Viewer, asked: Input): PeopleSort => (areCustomers(viewer, asked) ? asked.sort : "newest");

/** The clients whose orders are as asked for. */
function orderedAs(viewer: Viewer, asked: Input, now: Date): SQL | undefined {
  if (!areCustomers(viewer, asked)) return undefined;
  const days = lastDays[asked.last];
  if (days === null) return placedIs[asked.orders];
  const since = new Date(now.getTime() - days * dayMs).toISOString();
  const ago = sql`${since}::timestamptz`;
  const last = asked.last === "older" ? and(lt(lastOrder, ago), gte(customers.placed, 1)) : gte(lastOrder, ago);
  return and(placedIs[asked.orders], last);
}

const keyOf = (by: PeopleSort) => keys[by.replace(/-.*/, "") as keyof typeof keys];
const placeIn = (by: PeopleSort) => (row: Found & { id: string }) => ({ at: keyOf(by).of(row), id: row.id });

const { id, name, email, role, createdAt, blockedAt, factorRemovalAskedAt, deletionDueAt, demo } = people;
const { placed, lastOrderAt, spentCents, refundedCents } = customers;
const columns = {
  ...{ id, name, email, role, createdAt, blockedAt, demo, leavesAt: deletionDueAt },
  removalAskedAt: factorRemovalAskedAt,
  hasFactor: withFactor,
  /** The last use that is known, to five minutes; null for somebody who never signed in. */
  seenAt: lastSeenOf,
  ...{ placed, lastOrderAt, spentCents, refundedCents },
};

/** A row as this admin may have it. */
const shownTo = <R extends { id: string; name: string; email: string }>(viewer: Viewer, row: R): R => ({
  ...row,
  name: nameFor(viewer, row.id, row.name),
  email: textFor(viewer, row.id, "contact", row.email),
});

/** Whose data is sealed is found by no search, unless by the id. */
const findable = (viewer: Viewer, search: string): SQL | undefined => {
  const sealed = search === "" || isId(search.trim()) ? [] : sealedIds(viewer, "contact");
  return sealed.length > 0 ? notInArray(people.id, sealed) : undefined;
};

/** One page of those who fit, also `narrowed`. */
async function pageOf(db: Database, asked: Input, by: PeopleSort, size: number, narrowed: SQL | undefined) {
  const { group, search, match, ids, older, newer } = asked;
  // The id of the same table as the key: both stand in one index.
  const at = { at: keyOf(by).at, id: by === "newest" ? id : customers.personId };
  const { direction, after, order } = walk({ older, newer }, at, rising.includes(by));
  const others = and(ids && inArray(id, ids), narrowed);
  const found = await db
    .select(columns)
    .from(people)
    .innerJoin(customers, eq(customers.personId, id))
    .where(and(groups[group], isNull(people.anonymisedAt), matching(search, match), others, after))
    .orderBy(...order)
    .limit(size + 1);
  return cutPage(found, size, direction, placeIn(by));
}

const listOf = async ({ db, viewer, now }: Ask, asked: Input, size: number) => {
  if (!canSeePeople(viewer)) return notFound();
  const narrowed = and(orderedAs(viewer, asked, now), findable(viewer, asked.search));
  const page = await pageOf(db, asked, sortFor(viewer, asked), size, narrowed);
  const figures = canSeeFigures(viewer);
  return done({ ...page, rows: page.rows.map((row) => lineOf(shownTo(viewer, row), figures)) });
};

/**
 * One page of people for the admin area, 30 a page, never counted, with the kept figures of customers for admins who see
 * orders. Needs `people`, else not-found.
 */
export const peopleList = query("accounts.people-list", {
  input,
  run: (at, asked) => listOf(at, asked, peoplePageSize),
});

/** Two parts are read before the first row leaves: of 45,000 people less than a hundredth. */
const exportSize = 60;
const exportPage = query("accounts.people-export", {
  input,
  run: (at, asked) => listOf({ ...at, viewer: withoutOpenings(at.viewer) }, asked, exportSize),
});

/** Everybody who fits, page by page, each page read for the viewer anew. Ends at once for who may not see people. */
export const peoplePages = (ctx: Ctx, asked: object): AsyncGenerator<readonly PersonLine[]> =>
  everyPage((older) => exportPage(ctx, { ...asked, older }));

/** The people before and after somebody in a list: ids, or null at its ends. Needs `people`, else not-found. */
export const peopleNeighbours = query("accounts.people-neighbours", {
  input: z.strictObject({ personId: z.uuid(), list: input }),
  run: async ({ db, viewer, now }, { personId, list }) => {
    if (!canSeePeople(viewer)) return notFound();
    const by = sortFor(viewer, list);
    const [row] = await db
      .select({ id, createdAt, placed, lastOrderAt, spentCents })
      .from(people)
      .innerJoin(customers, eq(customers.personId, id))
      .where(eq(id, personId));
    if (!row) return notFound();
    const here = cursorText(placeIn(by)(row));
    const others = and(ne(id, personId), orderedAs(viewer, list, now), findable(viewer, list.search));
    const [before, after] = await Promise.all([
      pageOf(db, { ...list, older: undefined, newer: here }, by, 1, others),
      pageOf(db, { ...list, older: here, newer: undefined }, by, 1, others),
    ]);
    return done({ previous: before.rows[0]?.id ?? null, next: after.rows[0]?.id ?? null });
  },
});

/** Counted up to this many; one more stands for "more than". */
const countMost = 99;

/** How many people each tab holds, up to one more than are counted. One statement. Needs `people`, else not-found. */
export const peopleCounts = query("accounts.people-counts", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeePeople(viewer)) return notFound();
    const one = (group: PeopleGroup) =>
      cappedCount(countMost, sql`select 1 from ${people} where ${groups[group]} and ${people.anonymisedAt} is null`);
    const statement = sql`select array[${sql.join(peopleGroups.map(one), sql`, `)}]::int[] as counts`;
    const [found] = (await send<{ counts: number[] }>(db, statement)).rows;
    return done(Object.fromEntries(peopleGroups.map((group, at) => [group, found?.counts[at] ?? 0])));
  },
});

/** The figures apart, null for an admin who does not see them. */
const lineOf = <R extends Found & { role: number; refundedCents: number }>(row: R, seen: boolean) => {
  const { placed: orders, lastOrderAt: last, spentCents: spent, refundedCents: refunded, ...line } = row;
  return {
    ...line,
    role: toRole(row.role),
    figures: seen ? { placed: orders, lastOrderAt: last, spentCents: spent, refundedCents: refunded } : null,
  };
};

const mostWaiting = 10;

/** What an admin with `people` must know about accounts, at most ten of a kind. Refuses not-found. */
export const peopleWaiting = query("accounts.people-waiting", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeePeople(viewer)) return notFound();
    const { id, name, factorRemovalAskedAt: askedAt } = people;
    const [removals, bareAdmins] = await Promise.all([
      db.select({ id, name, askedAt }).from(people).where(isNotNull(askedAt)).orderBy(asc(askedAt)).limit(mostWaiting),
      db
        .select({ id, name })
        .from(people)
        .where(and(eq(people.role, 3), isNull(people.blockedAt), not(withFactor)))
        .orderBy(asc(people.createdAt))
        .limit(mostWaiting),
    ]);
    return done({
      /** Whose second factor goes soon, the nearest first. */
      removals: removals.flatMap((one) =>
        one.askedAt ? [{ id: one.id, name: nameFor(viewer, one.id, one.name), due: removalDue(one.askedAt) }] : [],
      ),
      /** Admins whose account is open and who have no second factor. */
      bareAdmins,
    });
  },
});

export type PeopleWaiting = Answer<typeof peopleWaiting>;
