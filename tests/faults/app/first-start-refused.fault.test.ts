import { existsSync, readdirSync, renameSync } from "node:fs";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun, sized } from "#tests/support/full-run.ts";
import { freePort } from "#tests/support/product.ts";
import { demoFolder, hasServer, newDataDir } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { launch, openServer, startReady, type Wishes } from "./fixture.ts";

const refused = { code: 1, signal: null };
const foreign = { BASE_URL: "https://shop.example" };

const messageOf = async (wishes: Wishes): Promise<string> => {
  const app = await launch(wishes);
  expect(await app.ended).toEqual(refused);
  return app.output().trim();
};

/** A port that another program holds. */
async function usedPort(host: string): Promise<number> {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((done) => other.listen(port, host, done));
  onTestFinished(() => void other.close());
  return port;
}

test.each(sized(["127.0.0.1"], ["127.0.0.1", "::1"]))(
  "a port in use (%s) is found before anything is made",
  async (host) => {
    const dataDir = newDataDir(onTestFinished);
    const port = await usedPort(host);
    expect(await messageOf({ dataDir, port })).toBe(
      `Paperwright cannot start: Port ${port} is in use: stop the other program or choose another with PORT=4000.`,
    );
    expect(existsSync(dataDir)).toBe(false);
  },
);

test("a port that turns out to be in use when the database is open leaves no server behind", async () => {
  const dataDir = demoFolder(onTestFinished);
  const port = await usedPort("127.0.0.1");
  // A demo listens on 127.0.0.1 whatever HOST says, which is known from its database only.
  expect(await messageOf({ dataDir, port, env: { HOST: "127.0.0.2" } })).toContain(`Port ${port} is in use`);
  expect(hasServer(dataDir)).toBe(false);
});

test.runIf(isFullRun)(
  "a wrong BASE_URL at the first start settles nothing: the next start chooses the mode",
  async () => {
    const dataDir = newDataDir(onTestFinished);
    expect(await messageOf({ dataDir, env: foreign })).toMatch(/Demo mode answers on this machine only/);
    expect(existsSync(dataDir)).toBe(false);
    const real = await startReady({ dataDir, env: { DEMO: "off" } });
    expect(await real.leave()).toEqual({ code: 0, signal: null });
  },
);

test.runIf(isFullRun)("neither does it in a new database of the operator's", async () => {
  const { urlOf } = await openServer();
  const env = { DATABASE_URL: urlOf("app", "postgres"), SECRET: "s".repeat(32) };
  const dataDir = newDataDir(onTestFinished);
  expect(await messageOf({ dataDir, env: { ...env, ...foreign, DEMO: "on" } })).toMatch(/Demo mode answers/);
  const real = await startReady({ dataDir, env });
  await real.leave();
});

test("a lost secret is refused in words and never made anew; with the old one everything is as before", async () => {
  const dataDir = demoFolder(onTestFinished);
  const secret = `${dataDir}/secret`;
  renameSync(secret, `${secret}.away`);
  const before = readdirSync(dataDir).sort();
  expect(await messageOf({ dataDir })).toMatch(
    /^Paperwright cannot start: The secret of this installation \S+ is gone/,
  );
  expect(readdirSync(dataDir).sort()).toEqual(before);
  expect(hasServer(dataDir)).toBe(false);
  renameSync(`${secret}.away`, secret);
  await startReady({ dataDir });
  expect(await withBooks(dataDir, ({ rows }) => rows("select mode from platform.installation"))).toEqual([
    { mode: "demo" },
  ]);
});
