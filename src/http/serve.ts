import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Http } from "./app.ts";
import { watchedAddresses } from "./guard.ts";
import { setHeaders } from "./headers.ts";
import { type Handler, openBusy, queuePerConnection } from "./load/busy.ts";
import { callerAddress } from "./scope.ts";

/** For requests that no web-standard Request can be made of: wrong hosts, wrong addresses. */
function unreadable({ config }: Runtime): Response {
  const answer = new Response("This request cannot be read.\n", { status: 400, headers: { connection: "close" } });
  setHeaders(answer.headers, config);
  return answer;
}

const notHere: Handler = (_, response) => {
  response.writeHead(404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end("This process works and answers nobody but /healthz, /readyz and /metrics.\n");
};

/**
 * What Node's server calls for each request: cached pages, then a place in its connection's line, then the app.
 * `healthOnly`: a worker, which answers /healthz, /readyz and /metrics alone.
 */
export function openServe(
  runtime: Runtime,
  { app, cachedPages, admission, metrics }: Http,
  healthOnly = false,
): Handler {
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false, // `discardBody`
    errorHandler: () => unreadable(runtime),
  });
  const run: Handler = (request, response) => void answer(request, response);
  const busy = openBusy(runtime.config, runtime.log, ({ method = "" }) =>
    metrics.answered(() => "busy", { method, status: 503, ms: 0 }),
  );
  const addressOf = ({ socket, headers }: IncomingMessage): string =>
    callerAddress(socket.remoteAddress, headers["x-forwarded-for"]?.toString() ?? null, runtime.config);
  const ordinary = queuePerConnection((request, response) => {
    if (admission.isFull(() => addressOf(request))) busy.refuseCalmly(request, response);
    else run(request, response);
  }, busy.refuse);
  return (request, response) => {
    const isHealth = watchedAddresses.has(request.url?.split("?")[0] ?? "");
    if (healthOnly) return (isHealth ? run : notHere)(request, response);
    if (cachedPages(request, response)) return;
    if (isHealth) run(request, response);
    else ordinary(request, response);
  };
}

const sweepEveryMs = 100;

/**
 * From now on each answer ends its connection: a proxy that keeps some open has none left when the port closes, and
 * loses no request that it sends at that moment.
 */
export function endConnections(servers: readonly Server[]): void {
  for (const server of servers)
    server.prependListener("request", (_request, response: ServerResponse) => {
      response.setHeader("connection", "close");
    });
}

/**
 * Ends web servers calmly: nothing new is accepted, and what runs is answered. What is still open after `idleTimeoutMs`
 * is cut. Resolves when the last connection is gone.
 */
export async function leaveCalmly(servers: readonly Server[], idleTimeoutMs: number): Promise<void> {
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, sweepEveryMs);
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, idleTimeoutMs);
  await Promise.all(servers.map(closed));
  clearInterval(sweep);
  clearTimeout(cut);
}

const closed = (server: Server): Promise<void> => new Promise((done) => server.close(() => done()));
