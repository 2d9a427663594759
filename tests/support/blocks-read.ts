import type pg from "pg";
import { expect, vi } from "vitest";

type Plan = { "Shared Hit Blocks": number; "Shared Read Blocks": number };

/**
 * Blocks of 8 kB that the statements of `ask` read, each run once more to count them: the same on every machine, however
 * busy. Statements that write are refused by the transaction that counts.
 */
export async function blocksRead(pool: pg.Pool, ask: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pool, "query");
  await ask();
  const sent = spy.mock.calls.map(
    ([config, values]) => [(config as unknown as { text: string }).text, values as unknown as unknown[]] as const,
  );
  spy.mockRestore();
  expect(sent.length).toBeGreaterThan(0);
  const client = await pool.connect();
  try {
    await client.query("begin read only");
    let blocks = 0;
    for (const [text, values] of sent) {
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
      const plan = (rows[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan;
      blocks += (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
    }
    return blocks;
  } finally {
    await client.query("rollback");
    client.release();
  }
}
