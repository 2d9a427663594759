import autocannon from "autocannon";
import type { Measured } from "./rounds.ts";

export type Aim = {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** A new body for each request. */
  makeBody?: () => string;
  connections?: number;
  /** The status that counts; any other voids the run. */
  status: number;
};

/** Requests per second over `seconds`, from one thread beside the server's process. A wrong answer voids the run. */
export async function load(aim: Aim, seconds: number): Promise<Measured> {
  const wrong = new Map<number, number>();
  const request = {
    method: aim.method ?? "GET",
    ...(aim.body !== undefined && { body: aim.body }),
    ...(aim.makeBody && { setupRequest: (req: autocannon.Request) => ({ ...req, body: aim.makeBody?.() }) }),
  } satisfies autocannon.Request;
  const run = autocannon({
    url: aim.url,
    connections: aim.connections ?? 32,
    duration: seconds,
    headers: aim.headers ?? {},
    requests: [request],
    timeout: 20,
  });
  run.on("response", (_client, status) => {
    if (status !== aim.status) wrong.set(status, (wrong.get(status) ?? 0) + 1);
  });
  const result = await run;
  if (wrong.size > 0 || result.errors > 0)
    throw new Error(
      `void: ${aim.url} answered ${[...wrong].map(([s, n]) => `${s} ${n} times`).join(", ")}, ${result.errors} errors`,
    );
  return { value: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}
