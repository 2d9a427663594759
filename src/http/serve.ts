import type { IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Runtime } from "#src/platform/runtime.ts";
import { callerAddress } from "./address.ts";
import type { AnswerCachedPage } from "./cached-pages.ts";
import type { Env } from "./env.ts";
import { setHeaders } from "./headers.ts";
import type { Admission } from "./load/admission.ts";
import { openBusy } from "./load/busy.ts";
import { type Handler, queuePerConnection } from "./load/connection-queue.ts";

type Parts = { app: Hono<Env>; cachedPages: AnswerCachedPage; admission: Admission };
const health = new Set(["/healthz", "/readyz"]);

/** For requests that no web-standard Request can be made of: wrong hosts, wrong addresses. */
function unreadable({ config }: Runtime): Response {
  const answer = new Response("This request cannot be read.\n", { status: 400, headers: { connection: "close" } });
  setHeaders(answer.headers, config);
  return answer;
}

const notHere: Handler = (_, response) => {
  response.writeHead(404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end("This process works and answers nobody but /healthz and /readyz.\n");
};

/**
 * What Node's server calls for each request: cached pages, then a place in its connection's line, then the app.
 * `healthOnly`: a worker, which answers whoever watches over it.
 */
export function openServe(runtime: Runtime, { app, cachedPages, admission }: Parts, healthOnly = false): Handler {
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false, // body/discard.ts
    errorHandler: () => unreadable(runtime),
  });
  const run: Handler = (request, response) => void answer(request, response);
  const busy = openBusy(runtime.config, runtime.log);
  const addressOf = ({ socket, headers }: IncomingMessage): string =>
    callerAddress(socket.remoteAddress, headers["x-forwarded-for"]?.toString() ?? null, runtime.config);
  const ordinary = queuePerConnection((request, response) => {
    if (admission.isFull(() => addressOf(request))) busy.refuseCalmly(request, response);
    else run(request, response);
  }, busy.refuse);
  return (request, response) => {
    const isHealth = health.has(request.url?.split("?")[0] ?? "");
    if (healthOnly) return (isHealth ? run : notHere)(request, response);
    if (cachedPages(request, response)) return;
    if (isHealth) run(request, response);
    else ordinary(request, response);
  };
}
