import { sql } from "drizzle-orm";
import { audit } from "#src/platform/tables.ts";
import { passkeys, people, sessions, totps } from "../../tables.ts";

// Parts of their own: in a column of a select from one table, Drizzle takes the table's name from the outermost part.
const app = sql`select 1 from ${totps} where ${totps.personId} = ${people.id} and ${totps.confirmedAt} is not null`;
const key = sql`select 1 from ${passkeys} where ${passkeys.personId} = ${people.id}`;

/** Has this person something to show beside a password? Both look-ups walk an index. */
export const withFactor = sql<boolean>`(exists(${app}) or exists(${key}))`;

const session = sql`select max(${sessions.updatedAt}) from ${sessions} where ${sessions.userId} = ${people.id}`;
const signIn = sql`select ${audit.at} from ${audit}
  where ${audit.subject} = ${people.id}::text and ${audit.action} = 'account.signed-in'
  order by ${audit.at} desc limit 1`;

/** When somebody was last here: the last use of a session that stands, else the last sign-in of the audit trail. */
export const lastSeenOf = sql`greatest((${session}), (${signIn}))`.mapWith(sessions.updatedAt);
