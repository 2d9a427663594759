import { expect, test } from "vitest";
import { batchCalls } from "./calls-at-once.ts";

test("asked in one turn: one flush, each answer at its own place", async () => {
  const batches: (readonly number[])[] = [];
  const double = batchCalls(async (items: readonly number[]) => {
    batches.push(items);
    return items.map((n) => n * 2);
  }, 10);
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("asked while a flush runs: the next flush begins after it, never beside it", async () => {
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const say = batchCalls(async (items: readonly string[]) => {
    events.push(`begin ${items.join()}`);
    if (items.includes("a")) await gate.promise;
    events.push(`end ${items.join()}`);
    return items;
  }, 10);
  const first = say("a");
  while (events.length === 0) await new Promise(setImmediate);
  const later = [say("b"), say("c")];
  await new Promise(setImmediate);
  expect(events).toEqual(["begin a"]);
  gate.resolve();
  await Promise.all([first, ...later]);
  expect(events).toEqual(["begin a", "end a", "begin b,c", "end b,c"]);
});

test("more than `most` at once are cut into several flushes", async () => {
  const sizes: number[] = [];
  const echo = batchCalls(async (items: readonly number[]) => {
    sizes.push(items.length);
    return items;
  }, 2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(echo))).toEqual([1, 2, 3, 4, 5]);
  expect(sizes).toEqual([2, 2, 1]);
});

test("a flush that fails fails its own items; the next one works", async () => {
  const picky = batchCalls(async (items: readonly number[]) => {
    if (items.includes(0)) throw new Error("zero");
    return items;
  }, 1);
  const outcomes = await Promise.allSettled([picky(0), picky(7)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});
