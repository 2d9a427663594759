import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { loadModel, modelFile } from "../src/modules/checker/checker-work.ts";
import { reportOf, shortAnswer } from "../src/modules/checker/domain/report.ts";
import { machineLike, personLike } from "../tests/support/checked-texts.ts";
import { cookieOf, startProduct } from "../tests/support/product.ts";
import { load } from "./support/load.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";

const rounds = 20;
const texts = 10_000;
const wordsIn = (text: string): number => text.split(/\s+/).length;

/** A text of at least so many words. */
function textOf(words: number): string {
  let text = "";
  while (wordsIn(text) < words) text += `${machineLike}\n\n${personLike}\n\n`;
  return text.trim();
}

const row = (name: string, ours: number, most: number, unit: string, more: Partial<Row> = {}): Row => ({
  name: `checker, ${name}`,
  ours,
  reference: most,
  unit,
  referenceIs: "limit",
  ratio: { median: most / ours, min: most / ours, max: most / ours },
  most,
  ...more,
});

/** Milliseconds of one core: what else the machine does is not the engine's. */
function msOf(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
/** Milliseconds of the call in the middle, once the engine of the language knows the code. */
function middleMs(work: () => unknown, times = rounds): number {
  for (let turn = 0; turn < times; turn += 1) work();
  return median(Array.from({ length: times }, () => msOf(work)));
}

/** The engine by itself, on one core. */
function engineRows(): Row[] {
  const file = modelFile(".");
  const before = process.memoryUsage();
  const loaded = loadModel(file);
  if (!loaded) throw new Error("There is no model.");
  const { model } = loaded;
  const held = process.memoryUsage();
  const mb = (held.heapUsed + held.arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20;
  const text = textOf(1000);
  const per1000 = 1000 / wordsIn(text);
  const long = textOf(10_000).slice(0, 50_000);
  return [
    row("model file", statSync(file).size / 2 ** 20, 8, "MB", { goal: "1.5 MB" }),
    row(
      "loading the model",
      middleMs(() => loadModel(file), 5),
      200,
      "ms",
    ),
    row("memory of the model", mb, 40, "MB"),
    row("verdict, 1,000 words", middleMs(() => shortAnswer(model, text)) * per1000, 10, "ms"),
    row("verdict and evidence, 1,000 words", middleMs(() => reportOf(model, text)) * per1000, 60, "ms"),
    row(
      "50,000 characters, all of it",
      middleMs(() => reportOf(model, long), 5),
      600,
      "ms",
    ),
  ];
}

/** Ten thousand texts of 300 to 400 words through the command line, start and all. */
async function commandRow(): Promise<Row> {
  const started = performance.now();
  const child = spawn(process.execPath, ["scripts/checker.ts", "--jsonl"], { stdio: ["pipe", "pipe", "inherit"] });
  let lines = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) lines += 1;
  });
  const exited = once(child, "exit");
  for (let id = 0; id < texts; id += 1) {
    const line = `${JSON.stringify({ id, text: `${machineLike} ${id} ${personLike}` })}\n`;
    if (!child.stdin.write(line)) await once(child.stdin, "drain");
  }
  child.stdin.end();
  await exited;
  if (lines !== texts) throw new Error(`${lines} answers to ${texts} texts`);
  return row("10,000 texts by the command", (performance.now() - started) / 1000, 120, "s");
}

/** The home page while eight checks are asked for without a pause, next to the home page alone. */
async function homeRow(): Promise<Row> {
  const product = await startProduct();
  try {
    const people = await Promise.all(
      ["client", "writer", "admin"].map((name) => cookieOf(product.url, `${name}@demo.test`)),
    );
    const body = JSON.stringify({ text: textOf(10_000).slice(0, 49_000) });
    const state = { going: true, checks: 0 };
    const check = async (cookie: string): Promise<void> => {
      while (state.going) {
        const headers = { "content-type": "application/json", origin: product.url, cookie };
        const answer = await fetch(`${product.url}/api/checks`, { method: "POST", headers, body });
        if (answer.status !== 200) throw new Error(`a check answered ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
        state.checks += 1;
      }
    };
    const home = () => load({ url: `${product.url}/`, connections: 2, status: 200 }, 5);
    await home();
    const alone: number[] = [];
    const duringChecks: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      alone.push((await home()).p99 ?? 0);
      state.going = true;
      const queue = Promise.all(Array.from({ length: 8 }, (_, at) => check(people[at % people.length] ?? "")));
      duringChecks.push((await home()).p99 ?? 0);
      state.going = false;
      await queue;
    }
    const ratio = median(duringChecks) / median(alone);
    return row("home page's p99 beside eight checks, as a multiple of its own", ratio, 6, "times", {
      goal: "2 times",
      note: `${median(alone).toFixed(2)} ms alone, ${median(duringChecks).toFixed(2)} ms beside; ${state.checks} checks`,
    });
  } finally {
    await product.stop();
  }
}

/** What the checker costs, and what it costs others. Full runs only: most of it are absolute times. */
export const bench: Bench = {
  name: "checker",
  run: async ({ quick }) => (quick ? [] : [...engineRows(), await commandRow(), await homeRow()]),
};
