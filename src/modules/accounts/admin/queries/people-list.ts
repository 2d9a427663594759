import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { searchColumn, searched, searchMatch } from "#src/platform/database/search.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { SearchMatch } from "#src/shared/search.ts";
import { toRole } from "#src/shared/viewer.ts";
import { canSeeFigures, canSeePeople } from "../../domain/policy.ts";
import { customers, people } from "../../tables.ts";
import { lastSeenOf, withFactor } from "./seen-columns.ts";

const peoplePageSize = 50;

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
  /** For clients, and for admins who see orders; all other lists have the newest account first. */
  sort: z.enum(sorts).catch("newest").default("newest"),
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});

const matching = (search: string, match: SearchMatch): SQL | undefined => {
  const id = search.trim();
  return isId(id) ? eq(people.id, id) : searched(searchColumn(people), search, match);
};

/**
 * One page of people for the admin area, 50 a page, never counted, with the kept figures of customers for admins who see
 * orders. Needs `people`, else not-found.
 */
export const peopleList = query("accounts.people-list", {
  input,
  run: async ({ db, viewer }, { group, search, match, sort, older, newer }) => {
    if (!canSeePeople(viewer)) return notFound();
    const { id, name, email, role, createdAt, blockedAt, factorRemovalAskedAt, deletionDueAt, demo } = people;
    const { placed, lastOrderAt, spentCents, refundedCents } = customers;
    const figures = canSeeFigures(viewer);
    const by = figures && group === "clients" ? sort : "newest";
    const key = keys[by.replace(/-.*/, "") as keyof typeof keys];
    // The id of the same table as the key: both stand in one index.
    const columns = { at: key.at, id: by === "newest" ? id : customers.personId };
    const { direction, after, order } = walk({ older, newer }, columns, rising.includes(by));
    const found = await db
      .select({
        ...{ id, name, email, role, createdAt, blockedAt, demo, leavesAt: deletionDueAt },
        removalAskedAt: factorRemovalAskedAt,
        hasFactor: withFactor,
        /** The last use that is known, to five minutes; null for somebody who never signed in. */
        seenAt: lastSeenOf,
        ...{ placed, lastOrderAt, spentCents, refundedCents },
      })
      .from(people)
      .innerJoin(customers, eq(customers.personId, id))
      .where(and(groups[group], isNull(people.anonymisedAt), matching(search, match), after))
      .orderBy(...order)
      .limit(peoplePageSize + 1);
    const page = cutPage(found, peoplePageSize, direction, (row) => ({ at: key.of(row), id: row.id }));
    return done({ ...page, rows: page.rows.map((row) => lineOf(row, figures)) });
  },
});

/** The figures apart, null for an admin who does not see them. */
const lineOf = <R extends Found & { role: number; refundedCents: number }>(row: R, seen: boolean) => {
  const { placed, lastOrderAt, spentCents, refundedCents, ...line } = row;
  return {
    ...line,
    role: toRole(row.role),
    figures: seen ? { placed, lastOrderAt, spentCents, refundedCents } : null,
  };
};
