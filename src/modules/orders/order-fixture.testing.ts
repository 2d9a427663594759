import { afterAll, beforeEach } from "vitest";
import { hourMs } from "#src/shared/units.ts";
import type { createTestRuntime } from "#tests/support/runtime.ts";
import { openOrderRuntime } from "./orders.testing.ts";

/** A runtime for one test file, dropped at its end; before each test its clock stands at `start` again. */
export const orderFixture = async (
  start = new Date("2026-03-10T12:00:00Z"),
  wishes: Parameters<typeof createTestRuntime>[0] = {},
) => {
  const runtime = await openOrderRuntime({ now: start, ...wishes });
  afterAll(() => runtime.drop());
  beforeEach(() => runtime.setNow(start));
  return { runtime, start, later: (hours: number) => runtime.setNow(new Date(start.getTime() + hours * hourMs)) };
};
