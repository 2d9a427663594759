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

test("one owner's many tasks do not delay another's first; of a full queue the last of the longest turn goes", async () => {
  open();
  const stop = new AbortController();
  const endless = pool.run("endless", { signal: stop.signal, owner: "many" });
  const order: string[] = [];
  const asked = (task: string, owner: string): Promise<unknown> =>
    pool.run(task, { owner }).then((ending) => order.push(ending === null ? `${task} refused` : task));
  const many = Array.from({ length: 8 }, (_, at) => asked(`many ${at}`, "many"));
  const others = [asked("other 0", "other"), asked("third 0", "third"), asked("other 1", "other")];
  expect(pool.waiting()).toBe(8);
  stop.abort();
  await Promise.all([endless, ...many, ...others]);
  const refused = ["many 7 refused", "many 6 refused", "many 5 refused"];
  const begun = ["other 0", "third 0", "many 0", "other 1", "many 1", "many 2", "many 3", "many 4"];
  expect(order).toEqual([...refused, ...begun]);
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
