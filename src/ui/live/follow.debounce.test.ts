import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { debounced } from "./follow.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is asked for until a run is due is that run", async () => {
  const run = vi.fn(async () => undefined);
  const { schedule: soon } = debounced(run);
  soon(300);
  soon(50);
  await vi.advanceTimersByTimeAsync(299);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  soon(50);
  await vi.advanceTimersByTimeAsync(50);
  expect(run).toHaveBeenCalledTimes(2);
});

test("a run waits for the one before", async () => {
  const answer = Promise.withResolvers<void>();
  const run = vi.fn(() => answer.promise);
  const { schedule: soon } = debounced(run);
  soon(0);
  await vi.advanceTimersByTimeAsync(100);
  soon(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run).toHaveBeenCalledTimes(1);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
});

test("stopped, nothing runs any more", async () => {
  const run = vi.fn(async () => undefined);
  const { schedule: soon, stop } = debounced(run);
  soon(50);
  stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).not.toHaveBeenCalled();
});
