import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestRuntime, type TestRuntime } from "#tests/support/runtime.ts";
import { freeFailures } from "../domain/waits.ts";
import { countFailedSignIn } from "./failed-sign-ins.ts";

let runtime: TestRuntime;
const noon = new Date("2026-03-10T12:00:00Z");
const at = (ms: number): TestRuntime => ({ ...runtime, clock: () => new Date(noon.getTime() + ms) });

beforeAll(async () => {
  runtime = await createTestRuntime();
});
afterAll(() => runtime.drop());

test("tries at the same moment, or by a clock a little behind, do not wait while none is wrong yet", async () => {
  for (const ms of [40, 0, -40]) expect(await countFailedSignIn(at(ms), "account:together")).toBeNull();
});

test("after the free tries a wait holds for every clock, and ends", async () => {
  for (let n = 0; n < freeFailures; n += 1) expect(await countFailedSignIn(at(0), "account:wrong")).toBeNull();
  expect(await countFailedSignIn(at(-40), "account:wrong")).toMatchObject({ code: "too-many" });
  expect(await countFailedSignIn(at(999), "account:wrong")).toMatchObject({ code: "too-many", retryAfter: 1 });
  expect(await countFailedSignIn(at(1_000), "account:wrong")).toBeNull();
});
