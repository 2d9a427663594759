import pg from "pg";

/**
 * Runs `work` while no other process runs work under the same lock; the others wait for as long as it takes. The
 * connection is its own and has no time limits: waiting, and rewriting a large table, may take longer than a page may.
 */
export async function withInstanceLock<T>(
  pool: pg.Pool,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...pool.options, query_timeout: 0 });
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [lock]);
    return await work(client);
  } finally {
    await client.end(); // the lock goes with it
  }
}
