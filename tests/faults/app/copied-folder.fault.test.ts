import { copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newWitness, play, shopping, type Witness } from "#tests/support/driver-people.ts";
import { isFullRun, randomFrom, seed, sized } from "../../support/full-run.ts";
import { demoFolder, eventually, hasServer, killServer, newDataDir } from "../database/fixture.ts";
import { brokenMoney, doubledOrHalf, withBooks } from "./books.ts";
import { type App, launch, startReady } from "./fixture.ts";

const copies = sized(3, 30);
const email = "client@demo.test";
const refused =
  /^Paperwright cannot start: The data folder \S+ is a copy that was made of \S+ while its installation ran, [^.]* npm run backup [^.]*--accept-copy\.$/;
const checked = "it is checked once";

/** What a start says that is refused: one sentence, exit code 1, and no server stays. */
async function refusal(dataDir: string, args: string[] = []): Promise<string> {
  const app = await launch({ dataDir, args });
  expect([await app.ended, app.output()]).toEqual([{ code: 1, signal: null }, expect.any(String)]);
  expect(hasServer(dataDir)).toBe(false);
  return app.output().trim();
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => !lstatSync(join(folder, name)).isDirectory(),
  );

/** Copies what is still there, as `cp -r` does while others write. */
function copySome(from: string, to: string, names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(to, dirname(name)), { recursive: true, mode: 0o700 });
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
}

/** PostgreSQL wants its empty folders too. */
const copyFolders = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (name) => lstatSync(name).isDirectory() });

const checkpoint = (dataDir: string) => withBooks(dataDir, ({ rows }) => rows("checkpoint"));

const shop = (app: App, witness: Witness) => play(() => app.url, email, witness, shopping(witness));

/** Places some more orders. */
async function shopMore(app: App, witness: Witness, more: number): Promise<void> {
  const player = shop(app, witness);
  const before = witness.placed.size;
  await eventually(() => witness.placed.size >= before + more || player.failed());
  await player.stop();
}

const ordersIn = (dataDir: string) =>
  withBooks(dataDir, async (books) => {
    expect(await doubledOrHalf(books)).toEqual([]);
    expect(await brokenMoney(books)).toEqual([]);
    const rows = await books.rows<{ id: string }>("select id from orders.orders where not demo");
    return rows.map(({ id }) => id).sort();
  });

test.runIf(isFullRun)(`${copies} copies of a running folder with a checkpoint inside: none is served`, async () => {
  console.log(`SEED=${seed}`);
  const random = randomFrom(seed);
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir });
  const witness = newWitness();
  const players = [shop(app, witness), shop(app, witness)];
  for (let n = 0; n < copies; n += 1) {
    const copy = newDataDir(onTestFinished);
    copyFolders(dataDir, copy);
    const names = files(dataDir)
      .map((name) => ({ name, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ name }) => name);
    const half = Math.floor(names.length * random());
    copySome(dataDir, copy, names.slice(0, half));
    const before = witness.placed.size;
    await eventually(() => witness.placed.size > before || players.some((player) => player.failed()));
    await checkpoint(dataDir);
    copySome(dataDir, copy, names.slice(half));
    expect(await refusal(copy)).toMatch(refused);
  }
  await Promise.all(players.map((player) => player.stop()));
});

test.runIf(isFullRun)("--accept-copy says what is broken in a torn copy, as often as it is asked", async () => {
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir });
  const witness = newWitness();
  await shopMore(app, witness, 1);
  await checkpoint(dataDir);
  const copy = newDataDir(onTestFinished);
  cpSync(dataDir, copy, { recursive: true });
  await shopMore(app, witness, 3);
  await checkpoint(dataDir);
  const [table] = await withBooks(dataDir, ({ rows }) =>
    rows<{ file: string }>("select pg_relation_filepath('orders.orders') as file"),
  );
  const file = join("database", table?.file ?? "");
  copyFileSync(join(dataDir, file), join(copy, file));
  const broken = /The data folder \S+ was copied here and is broken, so it was not started: Table orders\.orders: /;
  expect(await refusal(copy)).toMatch(refused);
  expect(await refusal(copy, ["--accept-copy"])).toMatch(broken);
  expect(await refusal(copy)).toMatch(refused);
  expect(await refusal(copy, ["--accept-copy"])).toMatch(broken);
});

test.runIf(isFullRun)(
  "the folder of a dead machine starts elsewhere with --accept-copy, whole, and then as any other",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const app = await startReady({ dataDir });
    const witness = newWitness();
    await shopMore(app, witness, 2);
    await Promise.all([app.kill(), killServer(dataDir)]);
    const copy = newDataDir(onTestFinished);
    cpSync(dataDir, copy, { recursive: true });
    expect(await refusal(copy)).toMatch(refused);
    const accepted = await startReady({ dataDir: copy, args: ["--accept-copy"], env: { LOG_LEVEL: "warn" } });
    expect(accepted.output()).toContain(checked);
    expect(await ordersIn(copy)).toEqual([...witness.placed.values()].sort());
    await Promise.all([accepted.kill(), killServer(copy)]);
    const again = await startReady({ dataDir: copy, env: { LOG_LEVEL: "warn" } });
    expect(again.output()).not.toContain(checked);
  },
);

test.runIf(isFullRun)(
  "a folder that was stopped starts wherever it was brought, and is checked there once",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const witness = newWitness();
    const app = await startReady({ dataDir });
    await shopMore(app, witness, 1);
    await app.leave();
    const copy = newDataDir(onTestFinished);
    cpSync(dataDir, copy, { recursive: true });
    const checks: boolean[] = [];
    for (let n = 0; n < 2; n += 1) {
      const moved = await startReady({ dataDir: copy, env: { LOG_LEVEL: "warn" } });
      checks.push(moved.output().includes(checked));
      await moved.leave();
    }
    expect(checks).toEqual([true, false]);
    expect(await ordersIn(copy)).toEqual([...witness.placed.values()]);
  },
);

test.runIf(isFullRun)("a folder that is renamed after a crash is the same folder", async () => {
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir });
  await Promise.all([app.kill(), killServer(dataDir)]);
  const other = newDataDir(onTestFinished);
  renameSync(dataDir, other);
  const moved = await startReady({ dataDir: other, env: { LOG_LEVEL: "warn" } });
  expect(moved.output()).not.toContain(checked);
});
