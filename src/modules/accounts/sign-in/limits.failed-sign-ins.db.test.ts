import { expect, test } from "vitest";
import { createTestRuntime, forThisFile, type TestRuntime } from "#tests/support/runtime.ts";
import { freeFailures } from "../domain/lifetimes.ts";
import { countFailedSignIn, forgetFailedSignIns } from "./limits.ts";

const noon = new Date("2026-03-10T12:00:00Z");
const at = (ms: number): TestRuntime => ({ ...runtime, clock: () => new Date(noon.getTime() + ms) });

const runtime = await forThisFile(createTestRuntime());

test("tries at the same moment, or by a clock a little behind, do not wait while none is wrong yet", async () => {
  for (const ms of [40, 0, -40]) expect(await countFailedSignIn(at(ms), "account:together")).toBeNull();
});

test("after the free tries a wait holds for every clock, and ends", async () => {
  for (let n = 0; n < freeFailures; n += 1) expect(await countFailedSignIn(at(0), "account:wrong")).toBeNull();
  expect(await countFailedSignIn(at(-40), "account:wrong")).toMatchObject({ code: "too-many" });
  expect(await countFailedSignIn(at(999), "account:wrong")).toMatchObject({ code: "too-many", retryAfter: 1 });
  expect(await countFailedSignIn(at(1_000), "account:wrong")).toBeNull();
});

test("sign-ins of one person at the same moment do not refuse each other when one is through first", async () => {
  const signIns = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 25; n += 1) {
      expect(
        await countFailedSignIn({ ...runtime, config: { ...runtime.config, limitsFactor: 10 } }, "account:both"),
      ).toBeNull();
      await forgetFailedSignIns(runtime.db, "account:both");
    }
  });
  await Promise.all(signIns);
});
