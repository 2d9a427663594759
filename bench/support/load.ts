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
  const request = {
    method: aim.method ?? "GET",
    ...(aim.body !== undefined && { body: aim.body }),
    ...(aim.makeBody && { setupRequest: (req: autocannon.Request) => ({ ...req, body: aim.makeBody?.() }) }),
  } satisfies autocannon.Request;
  const result = await autocannon({
    url: aim.url,
    connections: aim.connections ?? 32,
    duration: seconds,
    headers: aim.headers ?? {},
    requests: [request],
    timeout: 20,
  });
  const seen = Object.entries(result.statusCodeStats ?? {});
  const wrong = seen.filter(([status]) => Number(status) !== aim.status);
  if (wrong.length > 0 || result.errors > 0 || result.requests.total === 0)
    throw new Error(`void: ${aim.url} answered ${JSON.stringify(seen)}, ${result.errors} errors`);
  return { value: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}
