import { onTestFinished } from "vitest";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { openPool } from "#src/platform/database/open.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { newDataDir } from "../database/fixture.ts";

/** A PostgreSQL of the operator's until the test ends, with its superuser's pool, and the address by which a role reaches a database there. */
export async function openServer() {
  const server = await openEmbedded({ dataDir: newDataDir(onTestFinished), log: quietLog });
  const { host, port } = server.connection;
  const pool = openPool(server.connection, quietLog, 1);
  onTestFinished(async () => {
    await pool.end();
    await server.close();
  });
  const urlOf = (role: string, database: string) =>
    `postgres://${role}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? "")}`;
  return { pool, urlOf };
}
