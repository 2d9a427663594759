import type pg from "pg";

/**
 * What a connection is asked in one turn of the event loop leaves in one write: waking the server costs more than many
 * statements do.
 */
export function sendInOneWrite(client: pg.PoolClient): void {
  const asked: { query: (...statement: unknown[]) => unknown } = client;
  const { query } = asked;
  let holding = false;
  const hold = (): void => {
    if (holding) return;
    holding = true;
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => {
      holding = false;
      stream.uncork();
    });
  };
  asked.query = (...statement) => {
    hold();
    return query.apply(client, statement);
  };
}
