import { expect, onTestFinished, test } from "vitest";
import { openVisitor } from "#tests/support/driver.ts";
import { newWitness, play, shopping } from "#tests/support/driver-people.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { audit } from "./audit.ts";
import { withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";

const email = "client@demo.test";
const calm = { code: 0, signal: null };

test("SIGTERM while a request waits: it is answered, nobody new gets in, the process ends with 0", async () => {
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir });
  const client = openVisitor(() => app.url);
  await client.signIn(email);
  await withBooks(dataDir, async ({ pool, rows }) => {
    const [order] = await rows<{ id: string }>(
      "select id from orders.orders where status = 'pending' and price_cents is not null limit 1",
    );
    const held = await pool.connect();
    await held.query("begin");
    await held.query("select from orders.orders where id = $1 for update", [order?.id]);
    const paying = client.get(`/checkout/${order?.id}`);
    const waits = "select from pg_stat_activity where wait_event_type = 'Lock'";
    await eventually(async () => (await rows(waits)).length > 0);
    const ended = app.leave();
    await eventually(async () => !(await fetch(`${app.url}/healthz`).catch(() => null)));
    await held.query("rollback");
    held.release();
    expect((await paying).status).toBe(200);
    expect(await ended).toEqual(calm);
  });
});

test.runIf(isFullRun)(
  "SIGTERM under load: the process ends by itself with 0, and nothing acknowledged is lost",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const app = await startReady({ dataDir });
    const witness = newWitness();
    const players = Array.from({ length: 4 }, () => play(() => app.url, email, witness, shopping(witness)));
    await eventually(() => witness.paid.size > 10 || players.some((player) => player.failed()));
    const began = performance.now();
    expect(await app.leave()).toEqual(calm);
    const endMs = Math.round(performance.now() - began);
    await Promise.all(players.map((player) => player.stop()));
    const next = await startReady({ dataDir });
    await audit(next, { dataDir, witness, email });
    console.log(`ended in ${endMs} ms; ${witness.placed.size} orders and ${witness.paid.size} payments kept`);
  },
);
