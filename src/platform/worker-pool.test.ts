import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { type WorkerPool, workerPool } from "./worker-pool.ts";

/** Answers a word at once, "steps" after three steps; "endless" never, and keeps its thread busy. */
const source = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", (task) => {
  if (task === "endless") for (;;);
  if (task === "steps") for (const step of [1, 2, 3]) parentPort.postMessage({ step });
  parentPort.postMessage({ ok: true, value: task });
});`;

let workers: Worker[] = [];
let pool: WorkerPool<string, string, number>;
const open = (): void => {
  workers = [];
  const start = (): Worker => {
    const worker = new Worker(source, { eval: true });
    workers.push(worker);
    return worker;
  };
  pool = workerPool({ start, workers: 1, queue: 8, seconds: 60, megabytes: 256 });
};
afterEach(() => pool.close());

test("a task that is aborted under way ends its worker, and the next one gets a new one", async () => {
  open();
  const stop = new AbortController();
  const endless = pool.run("endless", { signal: stop.signal });
  const after = pool.run("after");
  expect(pool.before(stop.signal)).toBeNull();
  const gone = new Promise((done) => workers[0]?.once("exit", done));
  stop.abort();
  expect(await endless).toEqual({ how: "cancelled" });
  await gone;
  expect(await after).toEqual({ how: "done", value: "after" });
  expect(workers).toHaveLength(2);
});

test("a task that is aborted while it waits leaves the queue; those behind it move up", async () => {
  open();
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const endless = pool.run("endless", { signal: first.signal });
  const waits = pool.run("never begun", { signal: second.signal });
  const last = pool.run("last", { signal: third.signal });
  await expect.poll(() => workers).toHaveLength(1);
  expect([pool.before(second.signal), pool.before(third.signal), pool.waiting()]).toEqual([1, 2, 2]);
  second.abort();
  expect(await waits).toEqual({ how: "cancelled" });
  expect([pool.before(second.signal), pool.before(third.signal), pool.waiting()]).toEqual([null, 1, 1]);
  first.abort();
  expect(await endless).toEqual({ how: "cancelled" });
  expect(await last).toEqual({ how: "done", value: "last" });
});

test("what was aborted before it came is not begun", async () => {
  open();
  expect(await pool.run("x", { signal: AbortSignal.abort() })).toEqual({ how: "cancelled" });
  expect(workers).toHaveLength(0);
});

test("progress steps arrive in order at the caller, and are no answer", async () => {
  open();
  const heard: number[] = [];
  const first = pool.run("steps", { onStep: (step) => heard.push(step) });
  const second = pool.run("steps");
  expect([await first, heard]).toEqual([{ how: "done", value: "steps" }, [1, 2, 3]]);
  expect(await second).toEqual({ how: "done", value: "steps" });
  expect(heard).toHaveLength(3);
});
