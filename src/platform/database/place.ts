import type pg from "pg";

/** Of a server that does not let its role ask (PostgreSQL's `insufficient_privilege`). */
const mayNotAsk = "42501";

/**
 * Where a database lies: its server (made once by `initdb`), the database in it, and how it is reached. A dump that was
 * loaded elsewhere, and a copy of a whole server under another address, lie in another place.
 */
export async function placeOf(pool: Pick<pg.Pool, "query">, databaseUrl: string | undefined): Promise<string> {
  const [own] = (await pool.query<{ oid: string }>("select oid from pg_database where datname = current_database()"))
    .rows;
  return [await serverOf(pool), own?.oid ?? "", databaseUrl === undefined ? "" : addressIn(databaseUrl)].join("/");
}

async function serverOf(pool: Pick<pg.Pool, "query">): Promise<string> {
  try {
    const { rows } = await pool.query<{ id: string }>("select system_identifier as id from pg_control_system()");
    return rows[0]?.id ?? "";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === mayNotAsk) return "";
    throw error;
  }
}

function addressIn(databaseUrl: string): string {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  return `${searchParams.get("host") ?? hostname}:${searchParams.get("port") ?? (port || "5432")}`;
}
