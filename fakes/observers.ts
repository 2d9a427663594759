import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export type Received = { path: string; headers: Record<string, unknown>; body: string };

/** Takes error reports of Sentry's protocol and traces of OpenTelemetry (OTLP as JSON), and keeps them as they came. */
export async function startObservers({ status = 200 }: { status?: number } = {}) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    const body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
    received.push({ path: request.url ?? "", headers: request.headers, body });
    response.writeHead(status, { "content-type": "application/json" });
    response.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    dsn: `http://abc123@127.0.0.1:${port}/7`,
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

type Event = {
  transaction?: string;
  tags: Record<string, string>;
  logentry: { formatted: string };
  exception?: { values: { type: string; stacktrace: { frames: { filename: string; lineno: number }[] } }[] };
};

/** The events in what was received: the third line of each envelope. */
export const eventsOf = (received: readonly Received[]): Event[] =>
  received.filter(({ path }) => path === "/api/7/envelope/").map(({ body }) => JSON.parse(body.split("\n")[2] ?? ""));

export type FoundSpan = {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: unknown }[];
};

export const spansOf = (received: readonly Received[]): FoundSpan[] =>
  received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => JSON.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
