import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findChromium } from "../../scripts/chromium.ts";
import { sandboxArgs } from "./browser.ts";
import { peersTool } from "./peers.ts";

/**
 * Seconds to the largest paint, milliseconds of blocking, layout shift, and points below a score of 100. Blocking and
 * points by the clock, and by the time that the page had the processor (`own`), which other programs do not lengthen.
 */
export type Figures = {
  paint: number;
  blocking: number;
  ownBlocking: number;
  shift: number;
  lost: number;
  ownLost: number;
};

type Report = {
  readonly audits: Readonly<Record<string, { readonly numericValue: number }>>;
  readonly categories: { readonly performance: { readonly score: number } };
  readonly runtimeError?: { readonly message: string };
  readonly finalDisplayedUrl: string;
};

/** The browser's trace is now and then without its beginning; the tool says so and asks to be run again. */
export async function measure(url: string, cookie?: string): Promise<Figures> {
  for (let left = 3; ; left -= 1)
    try {
      return await measureOnce(url, cookie);
    } catch (error) {
      if (left === 1 || !/Please run Lighthouse again/.test(String(error))) throw error;
    }
}

/** One measurement on Lighthouse's mobile profile: simulated slow 4G, a processor four times slower. */
async function measureOnce(url: string, cookie?: string): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-lighthouse-"));
  const audit = async (...how: string[]): Promise<Report> => {
    const args = [url, ...how, "--only-categories=performance", "--output=json", "--quiet"];
    args.push(`--chrome-flags=--headless=new ${sandboxArgs.join(" ")}`);
    if (cookie) args.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`);
    const env = { ...process.env, CHROME_PATH: await findChromium() };
    const { stdout } = await promisify(execFile)(peersTool("lighthouse"), args, { maxBuffer: 2 ** 28, env });
    return JSON.parse(stdout);
  };
  try {
    const byClock = await audit(`--gather-mode=${folder}`, `--audit-mode=${folder}`);
    const { audits, categories, runtimeError, finalDisplayedUrl } = byClock;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${finalDisplayedUrl}`);
    const file = join(folder, "trace.json");
    const trace = JSON.parse(readFileSync(file, "utf8"));
    inOwnTime(trace.traceEvents);
    writeFileSync(file, JSON.stringify(trace));
    const byOwnTime = await audit(`--audit-mode=${folder}`);
    const value = (name: string, of = audits): number => of[name]?.numericValue ?? Number.NaN;
    return {
      paint: value("largest-contentful-paint") / 1000,
      blocking: value("total-blocking-time"),
      ownBlocking: value("total-blocking-time", byOwnTime.audits),
      shift: value("cumulative-layout-shift"),
      lost: 100 - categories.performance.score * 100,
      ownLost: 100 - byOwnTime.categories.performance.score * 100,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An event of a browser's trace, times in microseconds: `ts`, `dur` by the clock, `tts`, `tdur` by its thread's processor time. */
type TraceEvent = {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
};
type Timed = TraceEvent & Required<Pick<TraceEvent, "dur" | "tts" | "tdur">>;

const isTimed = (event: TraceEvent): event is Timed =>
  event.ph === "X" && event.dur !== undefined && event.tts !== undefined && event.tdur !== undefined;

const byBegin = (a: TraceEvent, b: TraceEvent): number => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0);

/** The tasks of a thread: what lies in no other event. */
function tasksOf(events: readonly TraceEvent[]): Timed[] {
  const tasks: Timed[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (!isTimed(event) || event.ts < end) continue;
    tasks.push({ ...event });
    end = event.ts + event.dur;
  }
  return tasks;
}

/**
 * Gives every task of a trace the time that its thread had the processor, where it began; its events move
 * with it. Time in which other programs had the processor is not counted. Changes the events.
 */
function inOwnTime(trace: readonly TraceEvent[]): void {
  for (const events of Map.groupBy(trace, ({ pid, tid }) => `${pid}:${tid}`).values()) {
    const sorted = events.toSorted(byBegin);
    const tasks = tasksOf(sorted);
    let at = 0;
    for (const event of sorted) {
      let task = tasks[at];
      while (task && task.ts + task.dur < event.ts) task = tasks[++at];
      if (!task || event.ts < task.ts || event.tts === undefined) continue;
      event.ts = task.ts + Math.min(task.tdur, Math.max(0, event.tts - task.tts));
      if (isTimed(event)) event.dur = event.tdur;
    }
  }
}
