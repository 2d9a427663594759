import type pg from "pg";
import { openCookies } from "../../src/modules/accounts/sessions/cookies.ts";
import { hashToken } from "../../src/modules/accounts/sessions/viewer.ts";
import { secretToken } from "../../src/platform/ids.ts";

type Pool = Pick<pg.Pool, "query">;
const jar = openCookies(false);
const cookieOf = (token: string, secure = false): string =>
  (secure ? openCookies(true) : jar).session(token).split(";")[0] ?? "";
const hashIn = (cookie: string): string => hashToken(jar.readSession(new Headers({ cookie })) ?? "");

/**
 * Writes `count` clients with an active session each into a process's database. @returns their cookie headers, `secure`
 * for an https address.
 */
export async function signInClients(pool: Pool, count: number, secure = false): Promise<string[]> {
  const tokens = Array.from({ length: count }, secretToken);
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
  return tokens.map((token) => cookieOf(token, secure));
}

/** Gives the person behind this cookie `count` sessions more. @returns their cookie headers. */
export async function addSessions(pool: Pool, cookie: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, secretToken);
  await pool.query(
    `insert into accounts.sessions (id, token, user_id, expires_at, created_at, updated_at)
     select gen_random_uuid(), hash, s.user_id, now() + interval '1 day', now(), now()
     from accounts.sessions s, unnest($1::text[]) as hash where s.token = $2`,
    [tokens.map(hashToken), hashIn(cookie)],
  );
  return tokens.map((token) => cookieOf(token));
}

/** Whose cookies these are. */
export async function idsOf(pool: Pool, cookies: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ token: string; id: string }>(
    "select token, user_id as id from accounts.sessions",
  );
  const known = new Map(rows.map(({ token, id }) => [token, id]));
  return cookies.map((cookie) => known.get(hashIn(cookie)) ?? "");
}
