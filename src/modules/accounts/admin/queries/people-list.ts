import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { likeText } from "#src/platform/database/like.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { toRole } from "#src/shared/viewer.ts";
import { tidyName } from "../../domain/person-fields.ts";
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
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});

// The words of the index people_search; trigrams find three characters anywhere, fewer at the beginning of a word.
const searched = sql`lower(' ' || ${people.name} || ' ' || ${people.email})`;
const partOf = (part: string): SQL => {
  const text = likeText(part.toLowerCase());
  return sql`${searched} like ${[...part].length < 3 ? `% ${text}%` : `%${text}%`}`;
};

const matching = (search: string): SQL | undefined => {
  const text = tidyName(search.replaceAll("\0", ""));
  if (isId(text)) return eq(people.id, text);
  return text === "" ? undefined : and(...text.split(" ").slice(0, 6).map(partOf));
};

/** One page of people for the admin area, the newest first, 50 a page, never counted. Needs `people`, else not-found. */
export const peopleList = query("accounts.people-list", {
  input,
  run: async ({ db, viewer }, { group, search, older, newer }) => {
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
      .where(and(groups[group], isNull(people.anonymisedAt), matching(search), after))
      .orderBy(...order)
      .limit(peoplePageSize + 1);
    const page = cutPage(found, peoplePageSize, direction, (row) => ({ at: row.createdAt, id: row.id }));
    return done({ ...page, rows: page.rows.map((row) => ({ ...row, role: toRole(row.role) })) });
  },
});
