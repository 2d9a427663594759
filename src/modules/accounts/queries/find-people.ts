import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, send } from "#src/platform/database/database.ts";
import { searchColumn } from "#src/platform/database/search.ts";
import { isId } from "#src/shared/id.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { type Capability, capabilities, nameFor, textFor, toRole, type Viewer } from "#src/shared/viewer.ts";
import { people } from "../tables.ts";

type PersonBrief = ReturnType<typeof briefOf>;

/**
 * People by their ids, as they are stored: for e-mails and rules. What a page shows of them comes from `shownPeople`.
 * Unknown ids are missing.
 */
export async function findPeople(db: Database, ids: readonly string[]): Promise<Map<string, PersonBrief>> {
  const wanted = [...new Set(ids)].filter(isId);
  if (wanted.length === 0) return new Map();
  const rows = await db.select().from(people).where(inArray(people.id, wanted));
  return new Map(rows.map((row) => [row.id, briefOf(row)]));
}

/** The same with names and addresses as this viewer may have them: not of somebody whose data is sealed. */
export async function shownPeople(db: Database, viewer: Viewer, ids: readonly string[]) {
  const found = await findPeople(db, ids);
  return new Map(
    [...found].map(([id, { name, email, ...person }]) => [
      id,
      { ...person, name: nameFor(viewer, id, name), email: textFor(viewer, id, "contact", email) },
    ]),
  );
}

/**
 * Those of these ids that are accounts which are not blocked, however many are asked for: by the indexes of writers and of
 * blocked people alone; who is no writer is looked up.
 */
export async function openAccountsAmong(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const statement = sql`
    with writers as materialized (select id from ${people} where ${people.role} = 2),
      blocked as materialized (select id from ${people} where ${people.blockedAt} is not null)
    select asked.id from unnest(${sql.param([...ids])}::uuid[]) as asked(id)
    where asked.id not in (select id from blocked)
      and (asked.id in (select id from writers) or exists (select 1 from ${people} as one where one.id = asked.id))`;
  return new Set((await send<{ id: string }>(db, statement)).rows.map(({ id }) => id));
}

/** The ids of the accounts of writers, or of those whose name or address fits a pattern: for a list of them. */
export const writersNamed = (pattern?: string): SQL =>
  sql`select ${people.id} from ${people} where ${people.role} = 2${pattern === undefined ? sql`` : sql` and ${searchColumn(people)} like ${pattern}`}`;

/**
 * The ids of the accounts of writers that are not blocked: for a list of them. Both parts can be read from an index alone;
 * a condition on the row would read each account.
 */
export const openWriters: SQL = sql`select ${people.id} from ${people} where ${people.role} = 2 and ${people.id} not in
  (select blocked.id from ${people} as blocked where blocked.blocked_at is not null)`;

/** The addresses of these people, as they are compared. */
export const addressesOf = async (db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([...(await findPeople(db, ids)).values()].map(({ email }) => email.toLowerCase()));

/** A person whose role and capabilities stay as they are until the caller's transaction ends; null when there is none. */
export async function findPersonLocked(tx: Database, personId: string): Promise<PersonBrief | null> {
  const [row] = await tx.select().from(people).where(eq(people.id, personId)).for("share");
  return row ? briefOf(row) : null;
}

/** The account of an address, or null. For command-line scripts only: no screen may reveal which addresses are known. */
export async function findPersonByEmail(db: Database, address: string): Promise<PersonBrief | null> {
  const email = mailAddress(address);
  if (email === null) return null;
  const [row] = await db.select().from(people).where(eq(people.email, email));
  return row ? briefOf(row) : null;
}

const briefOf = ({ role, blockedAt, createdAt, ...row }: typeof people.$inferSelect) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: toRole(role),
  timeZone: row.timeZone,
  blocked: blockedAt !== null,
  /** When the account was made. */
  since: createdAt,
  /** Kinds of notices that the person turned off. */
  noticesOff: row.noticesOff,
});

const adminsWith = (db: Database, wanted: readonly Capability[]): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(
      and(
        eq(people.role, 3),
        isNull(people.blockedAt),
        sql`${people.capabilities} @> ${JSON.stringify(wanted)}::jsonb`,
      ),
    )
    .orderBy(asc(people.name), asc(people.id))
    .limit(200);

/** Admins whose account is open and who have this capability, by name: those who can be given work of this kind. */
export const adminsWhoMay = (db: Database, capability: Capability) => adminsWith(db, [capability]);

/** Those who run the shop: admins with every capability. */
export const ownersOf = (db: Database) => adminsWith(db, capabilities);
