import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addressesOf, adminsWhoMay, shownPeople } from "#src/modules/accounts/index.server.ts";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import {
  canSeeAllOrders,
  isSealedOrder,
  orderIdOf,
  orderNumbersOf,
  sealedOrders,
} from "#src/modules/orders/index.server.ts";
import { askedCursor, cutPage, idsOfParts, type Page, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type FileColumn, listLines } from "#src/platform/documents/csv.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { audit } from "#src/platform/tables.ts";
import { cursorText } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { type Admin, capabilities, isAdmin, isUnderSeal, sealedIds, withoutOpenings } from "#src/shared/viewer.ts";
import { type AuditAsk, auditParts, daysOf, machines } from "../domain/audit-ask.ts";
import { readableParts } from "../domain/policy.ts";
import { machineLabel, reasonOf, trailDetail, trailLabel } from "../domain/trail-labels.ts";

export type AuditLine = ReturnType<typeof toAuditLine>;
type People = Awaited<ReturnType<typeof shownPeople>>;

/** A row of the trail as the admin area shows it, `hidden` without what sealed people wrote: `who` is a person's name, or the machine's. */
const toAuditLine = (row: typeof audit.$inferSelect, people: People, hidden = false) => {
  const { id, at, actor, action, seq } = row;
  const detail = hidden && !action.startsWith("seal.") ? {} : row.detail;
  const who = people.get(actor)?.name ?? machineLabel(actor);
  return { id, at, actorId: actor, who, action, detail, sealed: seq !== null };
};

const mostOfOrder = 100;

/** The newest entries of the audit trail about an order, at most 100. For admins; refuses not-found. */
export const auditOfOrder = query("admin.audit-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select()
      .from(audit)
      .where(eq(audit.subject, orderId))
      .orderBy(desc(audit.at), desc(audit.id))
      .limit(mostOfOrder);
    const people = await shownPeople(
      db,
      viewer,
      rows.map(({ actor }) => actor),
    );
    const hidden = await isSealedOrder(db, viewer, orderId);
    return done(rows.map((row) => toAuditLine(row, people, hidden)));
  },
});

export const auditPageSize = 50;
const batch = 500;

export type AuditEntry = AuditLine & {
  /** What it is about, in words: "order 7KQ2M4X", a person's name, or as it was written down. */
  about: string;
  /** The page of it, where there is one. */
  to: string | null;
  raw: string;
};

/** The first word of an entry's name, and the person or the kind of machine, in the words of their indexes. */
const word = sql`split_part(${audit.action}, '.', 1)`;
const whose = sql`split_part(${audit.actor}, ':', 1)`;

const everyPrefix = Object.values(auditParts).flatMap(({ prefixes }) => prefixes);

/** What is asked for, in parts that an index has in the order of the list. */
type Which = readonly (SQL | undefined)[];

/**
 * Where the filters and the reader's capabilities meet. Every word is a part of its own, since no index has the entries
 * of several of them by time; all words together need none of that, unless one kind of machine is asked for.
 */
async function partsOf(db: Database, viewer: Admin, ask: AuditAsk, zone: string): Promise<Which> {
  const parts = readableParts(viewer).filter((part) => ask.what === "" || part === ask.what);
  const words = parts.flatMap((part) => auditParts[part]?.prefixes ?? []);
  const orderId = ask.order ? await orderIdOf(db, viewer, ask.order) : null;
  if (words.length === 0 || (ask.order && !orderId)) return [];
  const { since, until } = daysOf(ask, zone);
  const isMachine = Object.hasOwn(machines, ask.who);
  const every = and(
    ask.who ? eq(whose, ask.who.split(":")[0]) : undefined,
    ask.who && !isMachine ? eq(audit.actor, ask.who) : undefined,
    orderId ? eq(audit.subject, orderId) : undefined,
    since ? gte(audit.at, since) : undefined,
    until ? lt(audit.at, until) : undefined,
  );
  if (orderId || (words.length === everyPrefix.length && !isMachine)) return [and(inArray(word, words), every)];
  return words.map((one) => and(eq(word, one), every));
}

/** The next entries of all parts together, in the order of the list. */
async function entriesOf(db: Database, which: Which, asked: Parameters<typeof walk>[0], most: number) {
  const columns = { at: audit.at, id: audit.id };
  const { direction, after, order, rising } = walk(asked, columns);
  if (which.length === 0) return { direction, rows: [] };
  const parts = which.map((one) => and(one, after));
  // Of a list of one part the rows are read at once: no other part is between them.
  const next =
    parts.length === 1 ? parts[0] : inArray(audit.id, idsOfParts(audit, parts, { columns, rising, limit: most }));
  const found = db.select().from(audit).where(next);
  return { direction, rows: await found.orderBy(...order).limit(most) };
}

type Row = typeof audit.$inferSelect;
type Names = {
  people: People;
  numbers: ReadonlyMap<string, string>;
  isHidden: (row: Row) => boolean;
};

async function namesFor(db: Database, viewer: Admin, rows: readonly Row[]): Promise<Names> {
  const subjects = rows.map(({ subject }) => subject);
  const [people, numbers, sealed, addresses] = await Promise.all([
    shownPeople(db, viewer, [...rows.map(({ actor }) => actor), ...subjects]),
    orderNumbersOf(db, viewer, subjects),
    sealedOrders(db, viewer, subjects),
    addressesOf(db, sealedIds(viewer, "contact")),
  ]);
  // Who signs in is named by the address alone.
  const namesSealed = ({ email }: Row["detail"]) => typeof email === "string" && addresses.has(email.toLowerCase());
  const isHidden = ({ actor, subject, detail }: Row) =>
    sealed.has(subject) || isUnderSeal(viewer, subject) || isUnderSeal(viewer, actor) || namesSealed(detail);
  return { people, numbers, isHidden };
}

function toEntry(row: Row, { people, numbers, isHidden }: Names): AuditEntry {
  const number = numbers.get(row.subject);
  const person = people.get(row.subject);
  const line = toAuditLine(row, people, isHidden(row));
  const raw = JSON.stringify({ ...row, detail: line.detail }, null, 2);
  if (number) return { ...line, about: `order ${number}`, to: `/admin/orders/${row.subject}`, raw };
  if (person) return { ...line, about: person.name, to: `/admin/people/${row.subject}`, raw };
  return { ...line, about: row.subject, to: null, raw };
}

const text = z.string();
const asked = { who: text, what: text, from: text, to: text, order: text, older: askedCursor, newer: askedCursor };
const input = z.strictObject({ ask: z.strictObject(asked satisfies Record<keyof AuditAsk, unknown>), zone: text });
export type AuditPage = Page<AuditEntry> & {
  parts: readonly string[];
  admins: readonly { id: string; name: string }[];
};

/** One page of the audit, the newest first: what this admin's capabilities let them read. */
export const auditList = query<z.infer<typeof input>, AuditPage>("admin.audit-list", {
  input,
  run: async ({ db, viewer }, { ask, zone }) => {
    const parts = readableParts(viewer);
    if (!isAdmin(viewer) || parts.length === 0) return notFound();
    const which = await partsOf(db, viewer, ask, zone);
    const { direction, rows: found } = await entriesOf(db, which, ask, auditPageSize + 1);
    const page = cutPage(found, auditPageSize, direction, ({ at, id }) => ({ at, id }));
    const names = await namesFor(db, viewer, page.rows);
    const lists = await Promise.all(capabilities.map((one) => adminsWhoMay(db, one)));
    const admins = new Map(lists.flat().map((one) => [one.id, one]));
    return done({ ...page, rows: page.rows.map((row) => toEntry(row, names)), parts, admins: [...admins.values()] });
  },
});

/** What a line of the file says of an entry. */
const columns: readonly FileColumn<readonly [Row, AuditEntry]>[] = [
  ["number", ([{ seq }]) => seq],
  ["time", ([{ at }]) => at.toISOString()],
  ["who", ([, { who }]) => who],
  ["who (id)", ([{ actor }]) => actor],
  ["entry", ([{ action }]) => trailLabel(action)],
  ["about", ([, { about }]) => about],
  ["about (id)", ([{ subject }]) => subject],
  ["details", ([, { action, detail }]) => trailDetail(action, detail)],
  ["reason", ([, { detail }]) => reasonOf(detail)],
  ["raw name", ([{ action }]) => action],
  ["hash", ([{ hash }]) => hash],
];

async function* entryPages({ runtime: { db }, viewer }: Ctx, ask: AuditAsk, zone: string) {
  if (!isAdmin(viewer)) return;
  const which = await partsOf(db, viewer, ask, zone);
  for (let last: Row | undefined; ; ) {
    const { rows } = await entriesOf(db, which, { older: last && cursorText(last) }, batch);
    const names = await namesFor(db, withoutOpenings(viewer), rows);
    if (rows.length > 0) yield rows.map((row) => [row, toEntry(row, names)] as const);
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}

/** The audit as CSV, the newest first, read in batches while it is sent: the same rows as the list. */
export const auditCsv = (ctx: Ctx, ask: AuditAsk, zone: string): AsyncGenerator<string> =>
  listLines(columns, entryPages(ctx, ask, zone));

export const trailPageSize = 25;

const trailInput = z.strictObject({
  personId: z.uuid(),
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});

/** One page of the audit trail about a person, the newest first, 25 a page. Needs `people`, else not-found. */
export const auditOfPerson = query<z.infer<typeof trailInput>, Page<AuditLine>>("admin.audit-of-person", {
  input: trailInput,
  run: async ({ db, viewer }, { personId, older, newer }) => {
    if (!canSeePeople(viewer)) return notFound();
    const { direction, after, order } = walk({ older, newer }, audit);
    const found = await db
      .select()
      .from(audit)
      .where(and(eq(audit.subject, personId), after))
      .orderBy(...order)
      .limit(trailPageSize + 1);
    const page = cutPage(found, trailPageSize, direction, ({ at, id }) => ({ at, id }));
    const people = await shownPeople(
      db,
      viewer,
      page.rows.map(({ actor }) => actor),
    );
    const hidden = isUnderSeal(viewer, personId);
    return done({ ...page, rows: page.rows.map((row) => toAuditLine(row, people, hidden)) });
  },
});
