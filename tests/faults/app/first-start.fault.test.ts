import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { cookieOf } from "#tests/support/product.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { isFullRun, randomFrom, seed, sized } from "../../support/full-run.ts";
import { atEndOfFile, demoFolder, eventually, hasServer, killServer, newDataDir } from "../database/fixture.ts";
import { launch, startReady, untilReady } from "./fixture.ts";

const kills = sized(2, 40);

/** What a first start leaves: the demo's people, and its orders in each state. */
const demoOf = async (dataDir: string) => {
  const opened = await openEmbedded({ dataDir, log: quietLog });
  const client = new pg.Client(opened.connection);
  await client.connect();
  const { rows } = await client.query(`
    select (select count(*)::int from accounts.people where demo) as people,
      (select count(*)::int from writing.writers) as writers,
      (select jsonb_object_agg(status, n) from (select status, count(*) n from orders.orders where demo group by 1) s) as orders`);
  await client.end();
  await opened.close();
  return rows[0];
};

/** What one untroubled first start made must be there after every other one. */
let whole: unknown;
const atEnd = atEndOfFile();
beforeAll(async () => {
  whole = await demoOf(demoFolder(atEnd));
  expect(whole).toMatchObject({ people: 4, writers: 1 });
});

test.runIf(isFullRun)(
  `kill -9 in the middle of the first start, ${kills} times: the next start makes the same demo, whole and once`,
  async () => {
    console.log(`SEED=${seed}`);
    const random = randomFrom(seed + 2);
    for (let n = 0; n < kills; n += 1) {
      const dataDir = newDataDir(onTestFinished);
      const first = await launch({ dataDir });
      await eventually(() => hasServer(dataDir));
      await new Promise((resolve) => setTimeout(resolve, random() * 2_000));
      await first.kill();
      if (random() < 0.5) await killServer(dataDir);
      const next = await startReady({ dataDir });
      expect(await demoOf(dataDir)).toEqual(whole);
      expect(await cookieOf(next.url, "client@demo.test")).toContain("pw_session=");
      await next.leave();
    }
  },
);

test.runIf(isFullRun)("two first starts at once make one demo", async () => {
  const dataDir = newDataDir(onTestFinished);
  const both = await Promise.all([launch({ dataDir }), launch({ dataDir })]);
  await Promise.all(both.map(untilReady));
  expect(await demoOf(dataDir)).toEqual(whole);
});
