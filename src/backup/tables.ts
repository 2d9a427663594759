import type pg from "pg";

export type Table = { name: string; columns: string[] };

// Not ours to keep: the server's own, what migrations write, and the job queue, which is made anew at each start.
const ours = "n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', 'drizzle', 'jobs')";

/** Every table of the product with the columns that hold data; generated ones are computed again. */
export async function dataTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${ours} order by n.nspname, c.relname`);
  return rows;
}

export type Sequence = { name: string; last: string; used: boolean };

export async function sequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${ours} order by n.nspname, c.relname`);
  const found: Sequence[] = [];
  for (const { name } of rows) {
    const read = await client.query<Omit<Sequence, "name">>(
      `select last_value::text as last, is_called as used from ${name}`,
    );
    found.push(...read.rows.map((row) => ({ name, ...row })));
  }
  return found;
}

/** Schemas of the product in this database; none in an empty one. */
export async function schemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(nspname) as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')",
  );
  return rows.map(({ name }) => name);
}

/** The tables in an order in which each comes after those that its foreign keys point to. */
export async function parentsFirst(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select format('%I.%I', cn.nspname, c.relname) as child, format('%I.%I', pn.nspname, p.relname) as parent
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
    join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`);
  const sorted = new Set<string>();
  const visit = (table: string, path: readonly string[]): void => {
    if (sorted.has(table)) return;
    if (path.includes(table)) throw new Error(`Foreign keys form a circle: ${[...path, table].join(", ")}.`);
    for (const { child, parent } of rows) if (child === table) visit(parent, [...path, table]);
    sorted.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...sorted].filter((table) => tables.includes(table));
}
