import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openVisitor } from "#tests/support/driver.ts";
import { newWitness, play, shopping } from "#tests/support/driver-people.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { demoFolder, eventually, hasServer, newDataDir } from "../database/fixture.ts";
import { brokenMoney, withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";
import { runScript } from "./scripts.ts";

const removeDemo = (dataDir: string) => runScript("demo-remove", ["--yes"], { DATA_DIR: dataDir });

test.runIf(isFullRun)("a folder without an installation is refused, and nothing is made", async () => {
  const dataDir = newDataDir(onTestFinished);
  const message = `There is no installation in ${dataDir}: check DATA_DIR.`;
  expect(await removeDemo(dataDir)).toEqual({ code: 1, output: message });
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(isFullRun)("a real installation is refused, stopped or running, and stays as it is", async () => {
  const dataDir = newDataDir(onTestFinished);
  const refused = { code: 1, output: "This is a real installation, not a demo one: nothing was changed." };
  const real = await startReady({ dataDir, env: { DEMO: "off" } });
  expect(await removeDemo(dataDir)).toEqual(refused);
  await real.leave();
  expect(await removeDemo(dataDir)).toEqual(refused);
  expect(hasServer(dataDir)).toBe(false);
});

test.runIf(isFullRun)(
  "beside a running demo it takes away what demo people did, and their buttons; own accounts stay",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const app = await startReady({ dataDir });
    const witness = newWitness();
    const player = play(() => app.url, "client@demo.test", witness, shopping(witness));
    await eventually(() => witness.paid.size > 1 || player.failed());
    await player.stop();
    const visitor = openVisitor(() => app.url);
    expect((await visitor.get("/login")).html).toContain('value="client@demo.test"');

    expect((await removeDemo(dataDir)).code).toBe(0);

    await withBooks(dataDir, async (books) => {
      const [left] = await books.rows(`select (select count(*)::int from accounts.people) as people,
      (select count(*)::int from orders.orders) as orders, (select count(*)::int from payments.ledger_entries) as entries,
      (select count(*)::int from sandbox.payments) as payments`);
      expect(left).toEqual({ people: 0, orders: 0, entries: 0, payments: 0 });
      expect(await brokenMoney(books)).toEqual([]);
    });
    const page = await visitor.get("/login");
    expect([page.status, page.html.includes("demo.test")]).toEqual([200, false]);
    expect((await visitor.get("/dashboard")).status).toBe(200);
    await app.leave();
    await startReady({ dataDir });
  },
);
