import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import { altered, type Manifest, tableFile } from "./manifest.ts";
import { isSame, meter } from "./measure.ts";
import { dataTables, parentsFirst } from "./tables.ts";

/**
 * Loads the tables and sequences of a backup into a database that is migrated as far as the backup, in one transaction:
 * every constraint of the database holds afterwards. Throws one sentence when rows are not what the manifest says.
 */
export async function loadTables(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const known = (await dataTables(client)).map(({ name }) => name);
  const names = tables.map(({ name }) => name);
  if (known.join() !== names.join())
    throw new Error(`The tables of ${folder} are not those of its version of Paperwright: nothing was restored.`);
  const byName = new Map(tables.map((table) => [table.name, table]));
  await client.query("begin");
  try {
    await client.query(`truncate ${names.join(", ")}`); // what migrations wrote is in the backup too
    for (const name of await parentsFirst(client, names)) {
      const table = byName.get(name);
      if (table) await loadTable(client, folder, table);
    }
    for (const { name, last, used } of sequences) await client.query("select setval($1, $2, $3)", [name, last, used]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  await client.query("analyze");
}

async function loadTable(client: pg.Client, folder: string, table: Manifest["tables"][number]): Promise<void> {
  const { name, columns } = table;
  const file = tableFile(folder, name);
  const { stream, result } = meter();
  const rows = client.query(from(`copy ${name} (${columns.map(pg.escapeIdentifier).join(", ")}) from stdin`));
  await pipeline(createReadStream(file), stream, rows);
  if (!isSame(table, result())) throw new Error(altered(file));
  const counted = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
  if (counted.rows[0]?.rows !== table.rows)
    throw new Error(`Table ${name} has ${counted.rows[0]?.rows} rows after the restore instead of ${table.rows}.`);
}
