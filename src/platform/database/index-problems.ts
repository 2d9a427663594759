import type pg from "pg";
import { counted } from "#src/shared/counted.ts";

type Check = { what: string; statement: string; values: unknown[] };

const most = 20;

/**
 * Compares every index of a database with its table, and reads every table, by the server's own amcheck (which is
 * taken away again). @returns a sentence for each that does not fit, at most 20; none where amcheck is not installed.
 */
export async function indexProblems(client: pg.ClientBase): Promise<string[]> {
  await client.query("begin");
  try {
    if (!(await hasAmcheck(client))) return [];
    const problems: string[] = [];
    for (const check of await checksOf(client)) {
      const found = await problemOf(client, check);
      if (found) problems.push(found);
      if (problems.length === most) break;
    }
    return problems;
  } finally {
    await client.query("rollback");
  }
}

async function hasAmcheck(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_available_extensions where name = 'amcheck'");
  if (rowCount) await client.query("create extension if not exists amcheck with schema public");
  return rowCount === 1;
}

/** Tables first: a page that cannot be read is reported with its table's name. */
async function checksOf(client: pg.ClientBase): Promise<Check[]> {
  const { rows } = await client.query<{ oid: string; name: string; kind: string; method: string }>(`
    select c.oid::text, c.oid::regclass::text as name, c.relkind as kind, a.amname as method
    from pg_class c join pg_am a on a.oid = c.relam left join pg_index i on i.indexrelid = c.oid
    where c.relpersistence = 'p' and (c.relkind in ('r', 'm', 't')
      or c.relkind = 'i' and a.amname in ('btree', 'gin') and i.indisvalid and i.indisready)
    order by c.relkind = 'i', 2`);
  return rows.map(({ oid, name, kind, method }) => ({
    what: `${kind === "i" ? "Index" : "Table"} ${name}`,
    statement:
      kind !== "i"
        ? "select msg from verify_heapam($1::oid) limit 1"
        : method === "gin"
          ? "select null as msg from gin_index_check($1::oid)"
          : "select null as msg from bt_index_check($1::oid, true, true)",
    values: [oid],
  }));
}

async function problemOf(client: pg.ClientBase, { what, statement, values }: Check): Promise<string | null> {
  await client.query("savepoint one");
  try {
    const { rows } = await client.query<{ msg: string | null }>(statement, values);
    const message = rows[0]?.msg;
    return message ? `${what}: ${message}.` : null;
  } catch (error) {
    await client.query("rollback to savepoint one");
    return `${what}: ${error instanceof Error ? error.message : error}.`;
  }
}

/** Foreign keys that point to rows which are not there, a sentence each. Indexes are not believed. */
export async function keyProblems(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; orphans: string }>(`
    select k.conname as name, format('select count(*)::int as orphans from %s c where %s and not exists (select from %s p where %s)',
      k.conrelid::regclass,
      (select string_agg(format('c.%I is not null', a.attname), ' and ') from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n),
      k.confrelid::regclass,
      (select string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' and ') from unnest(k.conkey, k.confkey) as n(c, p)
        join pg_attribute ca on ca.attrelid = k.conrelid and ca.attnum = n.c
        join pg_attribute pa on pa.attrelid = k.confrelid and pa.attnum = n.p)) as orphans
    from pg_constraint k where k.contype = 'f'`);
  await client.query("set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off");
  const problems: string[] = [];
  for (const { name, orphans: statement } of rows) {
    const found = (await client.query<{ orphans: number }>(statement)).rows[0]?.orphans ?? 0;
    if (found > 0) problems.push(`${counted(found, "row points", "rows point")} to rows that are not there (${name}).`);
  }
  await client.query("reset enable_indexscan; reset enable_indexonlyscan; reset enable_bitmapscan");
  return problems;
}
