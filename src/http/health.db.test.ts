import { afterAll, expect, test, vi } from "vitest";
import { storagePort } from "#src/modules/files/index.server.ts";
import { asDatabase, openPool } from "#src/platform/database/open.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { createTestRuntime } from "#tests/support/runtime.ts";
import { serve } from "#tests/support/serve.ts";

const runtime = await createTestRuntime({
  now: new Date(),
  ports: [[storagePort, { space: async () => null }]],
});
const own = openPool(runtime.database.connection, quietLog, 1);
const served = await serve({ runtime, probe: asDatabase(own) });
afterAll(async () => {
  await served.close();
  await own.end();
  await runtime.drop();
});
const ready = async () => {
  const answer = await fetch(`${served.url}/readyz`);
  return [answer.status, await answer.json()];
};
const allWell = { ready: true, checks: { process: "ok", disk: "ok", files: "ok", database: "ok", clock: "ok" } };

test("every connection of the pages is taken: health answers all the same", async () => {
  const { pool } = runtime.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
  const page = pool.query("select 1");
  expect(pool.waitingCount).toBe(1);
  expect(await ready()).toEqual([200, allWell]);
  expect(pool.waitingCount).toBe(1);
  for (const one of taken) one.release();
  await page;
});

test("two hundred who ask at once cost the database a few questions", async () => {
  const sent = vi.spyOn(own, "query");
  const answers = await Promise.all(Array.from({ length: 200 }, ready));
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
  expect(sent.mock.calls.length).toBeLessThan(20);
  sent.mockRestore();
});
