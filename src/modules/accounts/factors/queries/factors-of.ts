import { sql } from "drizzle-orm";
import { type Database, send } from "#src/platform/database/database.ts";
import { backupCodes, passkeys, totps } from "../../tables.ts";

/** The second factors of a person; `backupCodes` counts the unused ones, which alone are no factor. */
export type Factors = { totp: boolean; passkeys: number; backupCodes: number; any: boolean };

/** What a person can show beside a password. An authenticator app counts once a code of it was typed. */
export async function factorsOf(db: Database, personId: string): Promise<Factors> {
  const asked = sql`select
    exists(select 1 from ${totps} where ${totps.personId} = ${personId} and ${totps.confirmedAt} is not null) as totp,
    (select count(*)::int from ${passkeys} where ${passkeys.personId} = ${personId}) as passkeys,
    (select count(*)::int from ${backupCodes}
      where ${backupCodes.personId} = ${personId} and ${backupCodes.usedAt} is null) as codes`;
  const [row] = (await send<{ totp: boolean; passkeys: number; codes: number }>(db, asked)).rows;
  const totp = row?.totp ?? false;
  const count = row?.passkeys ?? 0;
  return { totp, passkeys: count, backupCodes: row?.codes ?? 0, any: totp || count > 0 };
}
