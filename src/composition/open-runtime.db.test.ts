import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { readConfig } from "../config.ts";
import { command } from "../platform/command.ts";
import { systemCtx } from "../platform/runtime.ts";
import { done } from "../shared/outcome.ts";
import { type OpenRuntime, openRuntime } from "./open-runtime.ts";

let database: TestDatabase;
let opened: OpenRuntime;
beforeAll(async () => {
  database = await createTestDatabase(1);
  const secret = "a secret for tests that is long enough";
  const read = readConfig(process.cwd(), {
    DATABASE_URL: database.url,
    DATA_DIR: tmpdir(),
    SECRET: secret,
    LOG_LEVEL: "silent",
  });
  if (!read.ok) throw new Error(read.errors.join());
  opened = await openRuntime(read.config);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
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
