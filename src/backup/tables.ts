import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import type { Manifest } from "./manifest.ts";
import type { OpenedBackup } from "./opened-backup.ts";
import { altered, BackupRefused, isSame, meter, tablePart } from "./parts.ts";

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

/**
 * Loads the tables and sequences of a backup into a database that is migrated as far as the backup, in one transaction:
 * every constraint of the database holds afterwards. Throws one sentence when rows are not what the manifest says.
 */
export async function loadTables(client: pg.Client, backup: OpenedBackup): Promise<void> {
  const { tables, sequences } = backup.manifest;
  const known = (await dataTables(client)).map(({ name }) => name);
  const names = tables.map(({ name }) => name);
  if (known.join() !== names.join())
    throw new BackupRefused(
      `The tables of ${backup.label} are not those of its version of Paperwright: nothing was restored.`,
    );
  const byName = new Map(tables.map((table) => [table.name, table]));
  await client.query("begin");
  try {
    await client.query(`truncate ${names.join(", ")}`); // what migrations wrote is in the backup too
    for (const name of await parentsFirst(client, names)) {
      const table = byName.get(name);
      if (table) await loadTable(client, backup, table);
    }
    for (const { name, last, used } of sequences) await client.query("select setval($1, $2, $3)", [name, last, used]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw isRefusedRow(error) ? new BackupRefused(`The database refuses rows of the backup: ${error.message}`) : error;
  }
  await client.query("analyze");
}

async function loadTable(client: pg.Client, backup: OpenedBackup, table: Manifest["tables"][number]): Promise<void> {
  const { name, columns } = table;
  const file = await backup.read(tablePart(name));
  if (!file) throw new BackupRefused(altered([backup.labelOf(tablePart(name))]));
  const { stream, result } = meter();
  const rows = client.query(from(`copy ${name} (${columns.map(pg.escapeIdentifier).join(", ")}) from stdin`));
  await pipeline(file, stream, rows);
  if (!isSame(table, result())) throw new BackupRefused(altered([backup.labelOf(tablePart(name))]));
  const counted = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
  if (counted.rows[0]?.rows !== table.rows)
    throw new BackupRefused(
      `Table ${name} has ${counted.rows[0]?.rows} rows after the restore instead of ${table.rows}.`,
    );
}

/** Classes of PostgreSQL for rows that break a constraint, a type, or a rule of ours. */
const isRefusedRow = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|23|P0001)/.test(error.code ?? "");
