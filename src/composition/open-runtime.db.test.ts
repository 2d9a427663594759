import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { people } from "#src/modules/accounts/tables.ts";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createPerson } from "#tests/support/people.ts";
import { type Config, readConfig } from "../config.ts";
import { command } from "../platform/command.ts";
import { systemCtx } from "../platform/runtime.ts";
import { OtherSecretError, secretMark } from "../platform/secret.ts";
import { readSetting } from "../platform/settings.ts";
import { clockWatch, installation, mails } from "../platform/tables.ts";
import { done } from "../shared/outcome.ts";
import { hourMs } from "../shared/units.ts";
import { type OpenRuntime, openRuntime } from "./open-runtime.ts";

const own = "a secret for tests that is long enough";
let database: TestDatabase;
let opened: OpenRuntime;
const base = mkdtempSync(join(tmpdir(), "paperwright-runtime-"));

/** As a process of this environment reads it; the server of the tests is one that may lose writes. */
function configWith(more: Record<string, string>): Config {
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(base, "data"),
    LOG_LEVEL: "silent",
    SECRET: own,
    ALLOW_DATA_LOSS: "on",
    ...more,
  };
  const read = readConfig(process.cwd(), env);
  if (!read.ok) throw new Error(read.errors.join());
  return read.config;
}

beforeAll(async () => {
  database = await createTestDatabase(1);
  opened = await openRuntime(configWith({}));
});
afterAll(async () => {
  await opened.close();
  await database.drop();
  rmSync(base, { recursive: true });
});

const readInside = command("test.read-inside", {
  input: z.object({}),
  run: async ({ ctx }) => {
    ctx.runtime.settings.forget();
    return done((await ctx.runtime.settings.get(lifeSetting)).unpaidHours);
  },
});

test("more transactions at once than connections, each of which reads a setting: all of them end", async () => {
  const ctx = systemCtx(opened.runtime, "test");
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => readInside(ctx, {})));
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
});

test("a signal and a start that it stopped may both close", async () => {
  const { close } = await openRuntime(configWith({}));
  await Promise.all([close(), close()]);
  await close();
});

test("a new real installation takes no orders until its owner opens it; one that exists stays as it is", async () => {
  expect((await readSetting(database.db, shopSetting)).value.open).toBe(false);
  await database.pool.query("delete from platform.settings where key = 'shop'");
  await (await openRuntime(configWith({}))).close();
  expect((await readSetting(database.db, shopSetting)).value.open).toBe(true);
});

const written = async () =>
  (await database.pool.query<{ row: unknown }>("select to_jsonb(one) as row from platform.installation one")).rows;

test("another secret than the one that the database was made with is refused in one sentence, and nothing is written", async () => {
  const [before] = await written();
  expect(before?.row).toMatchObject({ secret_mark: expect.stringMatching(/^[0-9a-f]{16}$/) });
  await expect(openRuntime(configWith({ SECRET: "another secret for tests, as long" }))).rejects.toThrow(
    /^SECRET is not the secret that this installation was made with, .+: bring back the one it had\.$/,
  );
  expect(existsSync(join(base, "data"))).toBe(false);
  expect((await written())[0]?.row).toEqual(before?.row);
});

test("a database of an older version, which has no mark, takes that of its next start", async () => {
  await database.pool.query("update platform.installation set secret_mark = null");
  const other = "another secret for tests, as long";
  await (await openRuntime(configWith({ SECRET: other }))).close();
  await expect(openRuntime(configWith({}))).rejects.toThrow(/is not the secret/);
  await (await openRuntime(configWith({ SECRET: other }))).close();
});

test("a real start on a server that may lose acknowledged writes is refused in words, and settles no mode", async () => {
  const other = await createTestDatabase(1);
  onTestFinished(() => other.drop());
  await expect(openRuntime(configWith({ DATABASE_URL: other.url, ALLOW_DATA_LOSS: "off" }))).rejects.toThrow(
    /fsync is off.*ALLOW_DATA_LOSS=on/,
  );
  expect((await other.pool.query("select mode from platform.installation")).rows).toEqual([]);
});

test("admins with settings read by e-mail that timers wait after a jump, and that the wait has ended by itself", async () => {
  const own = await createTestDatabase(2);
  onTestFinished(() => own.drop());
  const at = (ms: number) => new Date(Date.now() + ms);
  const opened = () => openRuntime(configWith({ DATABASE_URL: own.url }));
  const mailsAfterStart = async (count: number) => {
    const { start, close } = await opened();
    await start("all");
    const sent = () => own.db.select({ kind: mails.kind, to: mails.to }).from(mails).orderBy(mails.createdAt);
    await expect.poll(sent).toHaveLength(count);
    await close();
    return sent();
  };
  const first = await opened();
  const admin = await createPerson(first.runtime, { role: 3 });
  const other = await createPerson(first.runtime, { role: 3 });
  await first.close();
  await own.db
    .update(people)
    .set({ capabilities: ["orders"] })
    .where(eq(people.id, other.id));
  await own.db.insert(clockWatch).values({ id: 1, seenAt: at(3 * hourMs) });
  const held = { kind: "system.clock-held", to: admin.email };
  expect(await mailsAfterStart(1)).toEqual([held]);
  await own.db.update(clockWatch).set({ jumpFrom: at(2 * hourMs), jumpTo: at(-hourMs) });
  expect(await mailsAfterStart(2)).toEqual([held, { kind: "system.clock-hold-ended", to: admin.email }]);
});

test("a process that opened before a rotation of the secret and starts after it is refused", async () => {
  const { db } = opened.runtime;
  await db.update(installation).set({ secretMark: secretMark("the secret after a rotation, long enough") });
  await expect(opened.start("web")).rejects.toThrow(OtherSecretError);
  await db.update(installation).set({ secretMark: secretMark(own) });
});
