import { asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople, writersNamed } from "#src/modules/accounts/index.server.ts";
import {
  canSeeAllOrders,
  deliveriesOfWriter,
  noDeadline,
  nothingDone,
  offersOfWriter,
  ratingFiguresOf,
  runningOrdersOf,
  writerFiguresOf,
  writerLoads,
} from "#src/modules/orders/index.server.ts";
import { openEarningsOf, payoutMethodOf, shareSetting, writerSumsOf } from "#src/modules/payments/index.server.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { type Database, send } from "#src/platform/database/database.ts";
import { searchPatterns } from "#src/platform/database/search.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { AdminWith } from "#src/shared/viewer.ts";
import { isCalendarDate } from "#src/shared/zone.ts";
import { gradeOf, shareFor } from "../domain/pay.ts";
import { canManageWriters } from "../domain/policy.ts";
import { gradesSetting } from "../settings.ts";
import { writerNotes, writers } from "../tables.ts";
import { samePersonAs } from "./writer-directory.ts";

export type WriterLine = Answer<typeof adminWriters>["rows"][number];

const perPage = 30;

/** The tabs of the list, of `known` below. */
const groups = {
  all: sql`true`,
  free: sql`active and not away and open < capacity`,
  full: sql`active and open >= capacity`,
  away: sql`active and away`,
  paused: sql`not active`,
} as const satisfies Record<string, SQL>;
type Group = keyof typeof groups;
const groupNames = Object.keys(groups) as [Group, ...Group[]];

const input = z.strictObject({
  group: z.enum(groupNames).catch("all").default("all"),
  /** Parts of the name, the pseudonym or a subject in any order. */
  search: z.string().max(200).default(""),
  subject: z.string().max(200).default(""),
  /** The day on which somebody is away or not. */
  today: z.string().refine(isCalendarDate, "This day is not known."),
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});
type Input = z.infer<typeof input>;

const { personId, pseudonym, active, capacity, subjects, awayFrom, awayUntil } = writers;

/** Writers whom a search and a subject find. */
export const foundWriters = ({ search, subject }: Pick<Input, "search" | "subject">): SQL => {
  const names = sql`(select string_agg(one->>'name', ' ') from jsonb_array_elements(${subjects}) one)`;
  const own = sql`platform.searchable(${pseudonym} || ' ' || coalesce(${names}, ''))`;
  const patterns = searchPatterns(search) ?? [];
  const parts = patterns.map((one) => sql`(${own} like ${one} or ${personId} in (${writersNamed(one)}))`);
  if (search.trim() !== "" && parts.length === 0) return sql`false`;
  const named = subject === "" ? [] : [sql`${subjects} @> ${JSON.stringify([{ name: subject }])}::jsonb`];
  return sql.join([sql`true`, ...parts, ...named], sql` and `);
};

/** So many writers are named in a filter. */
const mostNamed = 50;

/**
 * Writers by pseudonym, for the filter of a list: active ones, or all whom the search finds, at most `mostNamed`; before them
 * the one with the id `chosen`. `more`: there are others to be searched for. For admins who see orders; refuses not-found.
 */
export const writerNames = query("writing.names", {
  input: z.strictObject({ search: z.string().max(200).default(""), chosen: z.string().max(200).default("") }),
  run: async ({ db, viewer }, { search, chosen }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const isSearched = search.trim() !== "";
    const which = (asked: SQL) => db.select({ id: personId, pseudonym }).from(writers).where(asked);
    const found = await which(isSearched ? foundWriters({ search, subject: "" }) : sql`${active}`)
      .orderBy(asc(pseudonym), asc(personId))
      .limit(mostNamed + 1);
    const named = found.slice(0, mostNamed);
    const isNamed = !isId(chosen) || named.some(({ id }) => id === chosen);
    const first = isNamed ? [] : await which(eq(personId, chosen));
    return done({ writers: [...first, ...named], more: isSearched || found.length > mostNamed });
  },
});

/** Everybody who writes, with what the tabs and the order of the list go by. */
const known = (asked: Input): SQL => sql`select ${personId} as id, ${active} as active, ${capacity} as capacity,
    ${subjects} as subjects, coalesce(${awayFrom} <= ${asked.today} and ${awayUntil} >= ${asked.today}, false) as away,
    coalesce(load.open, 0) as open, coalesce(load.due, ${noDeadline.toISOString()}::timestamptz) as due,
    ${foundWriters(asked)} as fits
  from ${writers} left join (${writerLoads}) load on load.writer_id = ${personId}
  where ${personId} in (${writersNamed()})`;

type Found = {
  page: { id: string; at: number }[] | null;
  counts: Record<Group, number>;
  subjects: string[] | null;
  all: number;
};

/** A page of the list by next deadline, and what stands around it: one pass over the writers and their open orders. */
async function find(db: Database, asked: Input) {
  const { direction, after, order } = walk(asked, { at: sql`due`, id: sql`id` }, true);
  const counts = groupNames.map((name) => sql`${name}::text, count(*) filter (where fits and ${groups[name]})`);
  const statement = sql`with known as materialized (${known(asked)})
    select (select json_agg(page) from (
        select id, (extract(epoch from due) * 1000)::float8 as at from known
        where fits and ${groups[asked.group]}${after ? sql` and ${after}` : sql``}
        order by ${sql.join(order, sql`, `)} limit ${perPage + 1}
      ) page) as page,
      (select json_build_object(${sql.join(counts, sql`, `)}) from known) as counts,
      (select count(*)::int from known) as all,
      (select json_agg(distinct one->>'name') from known, jsonb_array_elements(subjects) one) as subjects`;
  const [row] = (await send<Found>(db, statement)).rows;
  const found = (row?.page ?? []).map(({ id, at }) => ({ id, at: new Date(at) }));
  const nothing = Object.fromEntries(groupNames.map((name) => [name, 0])) as Found["counts"];
  return {
    ...cutPage(found, perPage, direction, (one) => one),
    counts: row?.counts ?? nothing,
    subjects: (row?.subjects ?? []).toSorted(),
    none: (row?.all ?? 0) === 0,
  };
}

/** Load, figures and money of these writers, in this order. */
async function linesOf({ db, ctx, viewer }: Pick<Ask, "db" | "ctx" | "viewer">, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [rows, grades, people, figures, money] = await Promise.all([
    db
      .select()
      .from(writers)
      .where(inArray(personId, [...ids])),
    ctx.runtime.settings.get(gradesSetting),
    findPeople(db, ids),
    writerFiguresOf(db, ids),
    canManageMoney(viewer) ? writerSumsOf(db, ids) : null,
  ]);
  const byId = new Map(rows.map((row) => [row.personId, row]));
  return ids.flatMap((id) => {
    const [row, person] = [byId.get(id), people.get(id)];
    if (!row || !person) return [];
    return [
      {
        ...{ id, name: person.name, pseudonym: row.pseudonym, active: row.active, subjects: row.subjects },
        ...{ capacity: row.capacity, awayFrom: row.awayFrom, awayUntil: row.awayUntil },
        grade: gradeOf(grades, row.grade).name,
        blocked: person.blocked,
        figures: figures.get(id) ?? nothingDone,
        /** Null for admins who do not see money. */
        money: money?.get(id) ?? null,
      },
    ];
  });
}

/**
 * A page of the writers with load, figures and money, the next deadline first; how many each tab has of those whom search
 * and subject find; every subject that somebody writes in. For admins with `people`; refuses not-found.
 */
export const adminWriters = query("writing.admin-writers", {
  input,
  run: async (ask, asked) => {
    if (!canManageWriters(ask.viewer)) return notFound();
    const { rows, ...around } = await find(ask.db, asked);
    const ids = rows.map(({ id }) => id);
    return done({ ...around, rows: await linesOf(ask, ids) });
  },
});

const deliveriesShown = 48;

/** One writer with everything that admins look at. Needs `people`, else not-found. */
export const adminWriter = query("writing.admin-writer", {
  input: z.strictObject({ personId: askedId }),
  run: async ({ db, ctx, viewer }, { personId }) => {
    if (!canManageWriters(viewer) || !isId(personId)) return notFound();
    const [row] = await db.select().from(writers).where(eq(writers.personId, personId));
    const person = (await findPeople(db, [personId])).get(personId);
    if (!row || !person) return notFound();
    const sees = canSeeAllOrders(viewer, "admin");
    const settings = ctx.runtime.settings;
    const [grades, usualShare] = [await settings.get(gradesSetting), await settings.get(shareSetting)];
    const figures = await writerFiguresOf(db, [personId]);
    const money = canManageMoney(viewer) ? await openEarningsOf(db, personId) : null;
    const method = canManageMoney(viewer) ? await payoutMethodOf(ctx.runtime, { db, viewer }, personId) : null;
    const { name, email, timeZone, blocked } = person;
    return done({
      ...row,
      ...{ name, email, timeZone, blocked, grades, usualShare },
      /** False for somebody who was a writer and is none now. */
      isWriter: person.role === 2,
      /** Percent of the price that the next offer fixes. */
      pays: shareFor(row, grades, usualShare),
      figures: figures.get(personId) ?? nothingDone,
      /** Clients' ratings of the work; null for admins who do not see orders, and without a rating. */
      ratings: sees ? ((await ratingFiguresOf(db, [personId])).get(personId) ?? null) : null,
      offers: await offersOfWriter(db, personId),
      notes: await notesOfWriter(db, viewer, personId),
      /** Accounts that are perhaps the same person. */
      hints: await samePersonAs({ db, viewer }, personId),
      /** Where payouts go, masked; null without one, and for admins who do not see money. */
      method,
      /** Null for admins who do not see orders. */
      work: sees ? await runningOrdersOf({ db, viewer }, personId) : null,
      deliveries: sees ? await deliveriesOfWriter({ db, viewer }, personId, deliveriesShown) : [],
      /** Null for admins who do not see money. */
      money,
    });
  },
});

type WriterNote = { id: string; text: string; author: string; at: Date };

const most = 50;

/** What the team wrote about a writer, the newest first. */
async function notesOfWriter(
  db: Database,
  _viewer: AdminWith<"people">,
  writerId: string,
): Promise<readonly WriterNote[]> {
  const rows = await db
    .select()
    .from(writerNotes)
    .where(eq(writerNotes.writerId, writerId))
    .orderBy(desc(writerNotes.id))
    .limit(most);
  const people = await findPeople(
    db,
    rows.map(({ authorId }) => authorId),
  );
  return rows.map(({ id, text, authorId, createdAt }) => {
    const author = people.get(authorId)?.name ?? "Deleted account";
    return { id, text, author, at: createdAt };
  });
}
