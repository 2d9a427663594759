import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import type { Manifest } from "./manifest.ts";
import { isSame, meter } from "./measure.ts";
import type { OpenedBackup } from "./opened-backup.ts";
import { tablePart } from "./parts.ts";
import { altered, BackupRefused } from "./refused.ts";
import { dataTables, parentsFirst } from "./tables.ts";

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
