import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { searchColumn, searched, searchMatch } from "#src/platform/database/search.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { SearchMatch } from "#src/shared/search.ts";
import { toRole } from "#src/shared/viewer.ts";
import { canSeePeople } from "../../domain/policy.ts";
import { people } from "../../tables.ts";
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

export type PersonLine = Answer<typeof peopleList>["rows"][number];

const input = z.strictObject({
  group: z.enum(peopleGroups).catch("all").default("all"),
  /** Parts of the name and the address in any order, or an id. */
  search: z.string().max(200).default(""),
  match: searchMatch,
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});

const matching = (search: string, match: SearchMatch): SQL | undefined => {
  const id = search.trim();
  return isId(id) ? eq(people.id, id) : searched(searchColumn(people), search, match);
};

/** One page of people for the admin area, the newest first, 50 a page, never counted. Needs `people`, else not-found. */
export const peopleList = query("accounts.people-list", {
  input,
  run: async ({ db, viewer }, { group, search, match, older, newer }) => {
    if (!canSeePeople(viewer)) return notFound();
    const { id, name, email, role, createdAt, blockedAt, factorRemovalAskedAt, deletionDueAt, demo } = people;
    const { direction, after, order } = walk({ older, newer }, { at: createdAt, id });
    const found = await db
      .select({
        ...{ id, name, email, role, createdAt, blockedAt, demo, leavesAt: deletionDueAt },
        removalAskedAt: factorRemovalAskedAt,
        hasFactor: withFactor,
        /** The last use that is known, to five minutes; null for somebody who never signed in. */
        seenAt: lastSeenOf,
      })
      .from(people)
      .where(and(groups[group], isNull(people.anonymisedAt), matching(search, match), after))
      .orderBy(...order)
      .limit(peoplePageSize + 1);
    const page = cutPage(found, peoplePageSize, direction, (row) => ({ at: row.createdAt, id: row.id }));
    return done({ ...page, rows: page.rows.map((row) => ({ ...row, role: toRole(row.role) })) });
  },
});
