import { randomUUID } from "node:crypto";
import type pg from "pg";
import { hashToken } from "../../src/modules/accounts/auth-store.ts";
import { openCookies } from "../../src/modules/accounts/cookies.ts";
import { keyFor, openSecret } from "../../src/platform/secret.ts";

/** Writes `count` clients with a living session each into a house's database. @returns their cookie headers. */
export async function signInClients(pool: Pick<pg.Pool, "query">, dataDir: string, count: number): Promise<string[]> {
  const jar = jarOf(dataDir);
  const tokens = Array.from({ length: count }, () => randomUUID());
  await pool.query(
    `with made as (
       insert into accounts.people (id, name, email, email_verified, created_at, updated_at)
       select gen_random_uuid(), 'Client', hash || '@people.test', true, now(), now() from unnest($1::text[]) as hash
       returning id, email
     )
     insert into accounts.sessions (id, token, user_id, expires_at, created_at, updated_at)
     select gen_random_uuid(), split_part(email, '@', 1), id, now() + interval '1 day', now(), now() from made`,
    [tokens.map(hashToken)],
  );
  return tokens.map((token) => jar.session(token).split(";")[0] ?? "");
}

/** Gives the person behind this cookie `count` sessions more. @returns their cookie headers. */
export async function addSessions(
  pool: Pick<pg.Pool, "query">,
  dataDir: string,
  cookie: string,
  count: number,
): Promise<string[]> {
  const jar = jarOf(dataDir);
  const known = jar.readSession(new Headers({ cookie })) ?? "";
  const tokens = Array.from({ length: count }, () => randomUUID());
  await pool.query(
    `insert into accounts.sessions (id, token, user_id, expires_at, created_at, updated_at)
     select gen_random_uuid(), hash, s.user_id, now() + interval '1 day', now(), now()
     from accounts.sessions s, unnest($1::text[]) as hash where s.token = $2`,
    [tokens.map(hashToken), hashToken(known)],
  );
  return tokens.map((token) => jar.session(token).split(";")[0] ?? "");
}

/** Whose cookies these are. */
export async function idsOf(
  pool: Pick<pg.Pool, "query">,
  dataDir: string,
  cookies: readonly string[],
): Promise<string[]> {
  const jar = jarOf(dataDir);
  const { rows } = await pool.query<{ token: string; id: string }>(
    "select token, user_id as id from accounts.sessions",
  );
  const known = new Map(rows.map(({ token, id }) => [token, id]));
  return cookies.map((cookie) => known.get(hashToken(jar.readSession(new Headers({ cookie })) ?? "")) ?? "");
}

const jarOf = (dataDir: string) =>
  openCookies(false, keyFor(openSecret(undefined, dataDir), "sessions").toString("base64url"));
