import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "#src/config.ts";
import type { Log } from "#src/platform/log.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Http } from "./app.ts";
import { hasBody, linger } from "./body/read-bytes.ts";
import { watchedAddresses } from "./guard.ts";
import { setHeaders } from "./headers.ts";
import { callerAddress } from "./scope.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

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

const tooMany = "Too many requests at this moment. Try again in a few seconds.\n";
/** Refusals are counted and logged together. */
const warnEveryMs = 10_000;

/** A connection that retries sooner than this after a refusal gets the next refusal with this delay. */
const calmMs = 1_000;

/**
 * 503 at a fraction of an answer's price: no web-standard objects, one line in the log for all of ten seconds. `refuseCalmly`
 * keeps those who ask again and again from spending the process on refusals.
 */
function openBusy(
  config: Config,
  log: Log,
  counted: (request: IncomingMessage) => void,
): { refuse: Handler; refuseCalmly: Handler } {
  const headers = new Headers({
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(tooMany.length),
    "retry-after": "2",
  });
  setHeaders(headers, config);
  const lines = [...headers].flat();
  let refused = 0;
  const tell = (): void => {
    log.warn({ refused }, "requests were refused: too many at once");
    refused = 0;
  };
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    refused += 1;
    counted(request);
    if (refused === 1) setTimeout(tell, warnEveryMs).unref();
    if (hasBody(request) && !request.complete) {
      linger(request.socket);
      request.resume();
      response.writeHead(503, [...lines, "connection", "close"]);
    } else response.writeHead(503, lines);
    response.end(request.method === "HEAD" ? undefined : tooMany);
  };
  const lately = new WeakMap<Socket, number>();
  return {
    refuse,
    refuseCalmly: (request, response) => {
      const { socket } = request;
      const now = performance.now();
      const isAgain = now - (lately.get(socket) ?? Number.NEGATIVE_INFINITY) < calmMs;
      lately.set(socket, isAgain ? now + calmMs : now);
      if (isAgain) setTimeout(refuse, calmMs, request, response);
      else refuse(request, response);
    },
  };
}

/** Pipelined requests that wait for the one before them; more are refused. */
const mostWaiting = 16;

/**
 * One request of a connection at a time: Node hands over everything that came in one packet at once, a thousand small
 * requests too.
 */
function queuePerConnection(run: Handler, refuse: Handler): Handler {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    const next = (): void => {
      const following = socket.destroyed ? undefined : lines.get(socket)?.shift();
      if (following) following();
      else lines.delete(socket);
    };
    const begin = (): void => {
      response.once("close", next);
      run(request, response);
    };
    if (!line) {
      lines.set(socket, []);
      begin();
    } else if (line.length >= mostWaiting) refuse(request, response);
    else line.push(begin);
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
