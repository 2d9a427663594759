import { readFileSync } from "node:fs";
import type { Order, Seen } from "./hammer.ts";
import { runChild } from "./processes.ts";
import type { Measured } from "./rounds.ts";

export type Aim = {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Headers and bodies used in turn instead of one. */
  turns?: readonly { headers: Record<string, string>; body: string }[];
  connections?: number;
  /** The status that counts; any other voids the run. */
  status: number;
  /** Words of an uncompressed answer. */
  says?: string;
  /** The length of a right answer; compressed ones with a moving clock differ by a few bytes. */
  bytes?: number;
  /** The server's process, for its processor time a request. */
  pid?: number;
};

/** Requests per second over `seconds`, from a process of its own with one thread. A wrong answer voids the run. */
export async function load(aim: Aim, seconds: number): Promise<Measured> {
  const url = new URL(aim.url);
  const turns = aim.turns ?? [{ headers: {}, body: aim.body ?? "" }];
  const before = cpuMs(aim.pid);
  const seen = await hammer({
    port: Number(url.port),
    connections: aim.connections ?? 32,
    seconds,
    requests: turns.map((turn) => requestText(aim, url, turn)),
    says: aim.says,
  });
  const cpu = cpuMs(aim.pid) - before;
  const answers = seen.statuses[aim.status] ?? 0;
  const others = Object.keys(seen.statuses).some((status) => Number(status) !== aim.status);
  const sized = seen.lengths.every((length) => Math.abs(length - (aim.bytes ?? length)) <= length * 0.01);
  if (others || answers === 0 || seen.errors > 0 || seen.silent > 0 || !sized)
    throw new Error(`${aim.url} answered ${JSON.stringify(seen)}`);
  return { value: answers / seen.seconds, count: answers, p50: seen.p50, p99: seen.p99, cpuUs: (cpu * 1000) / answers };
}

const requestText = (aim: Aim, url: URL, turn: { headers: Record<string, string>; body: string }): string => {
  const headers = { host: url.host, ...aim.headers, ...turn.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = turn.body === "" ? "" : `content-length: ${Buffer.byteLength(turn.body)}\r\n`;
  return `${aim.method ?? "GET"} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}${length}\r\n${turn.body}`;
};

const hammer = (order: Order): Promise<Seen> => runChild("bench/support/hammer.ts", order);

/** Processor time of a process so far, user and system (Linux counts it in hundredths of a second). */
export function cpuMs(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Waits until a process has had a second of (nearly) nothing to do; after a minute it is taken as it is. */
export async function atRest(pid: number): Promise<void> {
  for (let left = 60, spent = cpuMs(pid); left > 0; left -= 1) {
    await new Promise((done) => setTimeout(done, 1_000));
    const now = cpuMs(pid);
    if (now - spent <= 50) return;
    spent = now;
  }
}
