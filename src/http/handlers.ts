import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono } from "hono";
import {
  askPasskey,
  authHandler,
  changeTheme,
  isTheme,
  themeCookie,
  themes,
} from "#src/modules/accounts/index.server.ts";
import { answerTo, ownPath } from "#src/modules/admin/index.server.ts";
import { descriptionHandler, embedScripts } from "#src/modules/api/index.server.ts";
import { chatHandlers, threadHandlers } from "#src/modules/chat/index.server.ts";
import { checkHandlers } from "#src/modules/checker/index.server.ts";
import { fileHandlers } from "#src/modules/files/index.server.ts";
import { noticesHandlers } from "#src/modules/notifications/index.server.ts";
import { orderHandlers } from "#src/modules/orders/index.server.ts";
import { handlesEvents, receiveEvent } from "#src/modules/payments/index.server.ts";
import { quoteHandlers } from "#src/modules/pricing/index.server.ts";
import { answerJson } from "#src/platform/json.ts";
import { releaseBuffer } from "#src/platform/release-buffer.ts";
import { otherMethod, problem, problemDetails } from "#src/platform/respond.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { isId } from "#src/shared/id.ts";
import { safeNext } from "#src/shared/next.ts";
import { done, invalid, refuse } from "#src/shared/outcome.ts";
import { brandHandler } from "./assets.ts";
import { isForm } from "./body/limits.ts";
import { setHeaders } from "./headers.ts";
import type { Env } from "./scope.ts";

/** Every address that is not a page. Each entry is a function that adds its own routes. */
export function addHandlers(app: Hono<Env>, runtime: Runtime): void {
  themeHandler(app, runtime);
  cspHandler(app, runtime);
  passkeyHandlers(app);
  app.get("/api/openapi.json", (c) => descriptionHandler(c.req.raw, c.get("scope")));
  app.get(`${ownPath}/:code`, (c) => ownAddress(runtime, c.req.param("code")));
  app.get("/embed/calculator.js", embedScripts.theirs);
  app.get("/embed/height.js", embedScripts.own);
  app.get("/brand/:file", (c) => brandHandler(runtime, c));
  quoteRoutes(app);
  checkRoutes(app);
  orderRoutes(app);
  fileRoutes(app, runtime);
  webhookHandlers(app, runtime);
  app.get("/api/chat", (c) => chatHandlers.get(c.req.raw, c.get("scope")));
  app.post("/api/chat/:what", (c) => chatHandlers.post(c.req.param("what"), c.req.raw, c.get("scope")));
  app.get("/api/threads", (c) => threadHandlers.get(c.req.raw, c.get("scope")));
  app.post("/api/threads/:what", (c) => threadHandlers.post(c.req.param("what"), c.req.raw, c.get("scope")));
  app.get("/api/notices", (c) => noticesHandlers.get(c.get("scope")));
  app.post("/api/notices/read", (c) => noticesHandlers.read(c.req.raw, c.get("scope")));
  const auth = authHandler(runtime);
  app.all("/api/auth/*", (c) => auth(c.req.raw, c.get("scope")));
}

/** Proves that the address leads to this installation: the set-up guide asks its own. */
const ownAddress = (runtime: Runtime, code: string): Response =>
  isId(code)
    ? new Response(answerTo(runtime, code), { headers: { "content-type": "text/plain", "cache-control": "no-store" } })
    : new Response(null, { status: 404 });

/** `/api/checks`: one text for signed-in people, and how many wait. */
function checkRoutes(app: Hono<Env>): void {
  app.post("/api/checks", (c) => checkHandlers.post(c.req.raw, c.get("scope")));
  app.get("/api/checks", (c) => checkHandlers.waiting(c.get("scope")));
}

/** `/api/orders` for programs with a key. */
function orderRoutes(app: Hono<Env>): void {
  app.get("/api/orders", (c) => orderHandlers.list(c.req.raw, c.get("scope")));
  app.post("/api/orders", (c) => orderHandlers.prepare(c.req.raw, c.get("scope")));
  app.get("/api/orders/prepared/:id", (c) => orderHandlers.prepared(c.req.param("id"), c.get("scope")));
  app.get("/api/orders/:number/files", (c) => orderHandlers.files(c.req.param("number"), c.get("scope")));
  app.get("/api/orders/:number", (c) => orderHandlers.one(c.req.param("number"), c.get("scope")));
}

/** The public price handlers: `/api/prices`, `/api/quotes` and `/api/quotes/:id`. */
function quoteRoutes(app: Hono<Env>): void {
  app.get("/api/prices", (c) => quoteHandlers.prices(c.req.raw, c.get("scope")));
  app.all("/api/prices", (c) => otherMethod("GET, HEAD", c.get("scope").request.id));
  app.post("/api/quotes", (c) => quoteHandlers.post(c.req.raw, c.get("scope")));
  app.get("/api/quotes/:id", (c) => quoteHandlers.get(c.req.param("id"), c.get("scope")));
  app.all("/api/quotes", (c) => otherMethod("POST", c.get("scope").request.id));
  app.all("/api/quotes/:id", (c) => otherMethod("GET, HEAD", c.get("scope").request.id));
}

const names = ["effective-directive", "effectiveDirective", "violated-directive"];

/** Browsers report blocked content here; only the directive is logged, addresses may be private. */
function cspHandler(app: Hono<Env>, runtime: Runtime): void {
  app.post("/csp-report", async (c) => {
    const report: unknown = await c.req.json().catch(() => null);
    const body = first(report);
    const directive = names.map((name) => body?.[name]).find((value) => typeof value === "string");
    runtime.log.warn({ directive: String(directive ?? "unknown").slice(0, 60) }, "the browser blocked content");
    return c.body(null, 204);
  });
}

function first(report: unknown): Record<string, unknown> | null {
  const one: unknown = Array.isArray(report) ? report[0] : report;
  if (!one || typeof one !== "object") return null;
  const inner = (one as Record<string, unknown>)["csp-report"] ?? (one as Record<string, unknown>).body;
  return inner && typeof inner === "object" ? (inner as Record<string, unknown>) : null;
}

/** POST /api/passkeys: the question that a passkey signs. The signature is sent with the form of the page. */
function passkeyHandlers(app: Hono<Env>): void {
  app.post("/api/passkeys", (c) => {
    const scope = c.get("scope");
    return answerJson(c.req.raw, scope, async (body, cookies) => {
      const asked = await askPasskey(scope, body, c.req.raw.headers);
      if (!asked.ok) return asked;
      cookies.push(...asked.value.cookies);
      return done(asked.value.options);
    });
  });
  app.all("/api/passkeys", (c) => otherMethod("POST", c.get("scope").request.id));
}

/**
 * POST /api/theme: keeps light, dark or system in a cookie, and of a signed-in person in the profile, then back to the
 * page that asked.
 */
function themeHandler(app: Hono<Env>, runtime: Runtime): void {
  app.post("/api/theme", async (c) => {
    const scope = c.get("scope");
    if (!isForm(c.req.header("content-type") ?? null)) return notAForm(scope.request.id);
    const form = await c.req.parseBody();
    const { theme } = form;
    if (!isTheme(theme)) return problem(noTheme, scope.request.id);
    if (scope.viewer.kind === "person") await changeTheme(scope, { theme });
    c.header("set-cookie", themeCookie(theme, runtime.config), { append: true });
    if (c.req.header("accept")?.includes("application/json")) return c.body(null, 204);
    return c.redirect(samePage(c.req.header("referer"), c.req.url), 303);
  });
}

const chooseTheme = "Choose light, dark or system.";
const noTheme = invalid([{ path: "theme", message: chooseTheme, allowed: themes }], chooseTheme);

const notAForm = (requestId: string): Response =>
  problemDetails({ status: 415, type: "unsupported-media-type", title: "Send the fields as a form.", requestId });

function samePage(referer: string | undefined, url: string): string {
  if (!referer || !URL.canParse(referer)) return "/";
  const from = new URL(referer);
  return from.host === new URL(url).host ? safeNext(from.pathname + from.search, "/") : "/";
}

/** POST /webhooks/:provider: signed events of payment providers. Stored, answered, then followed. */
export function webhookHandlers(app: Hono<Env>, runtime: Runtime): void {
  app.post("/webhooks/:provider", async (c) => {
    const { id, address } = c.get("scope").request;
    const letter = { raw: await c.req.text(), headers: c.req.raw.headers, address };
    const received = await receiveEvent(runtime, c.req.param("provider"), letter);
    if (received.ok) return c.body(null, 200);
    if (received.status === 429) {
      const { retryAfter } = received;
      return problem(
        refuse("too-many", "Too many events came that nobody signed. Send it again later.", { retryAfter }),
        id,
      );
    }
    if (received.status === 503)
      return problem(refuse("unavailable", "This event cannot be checked now.", { retryAfter: 60 }), id);
    return received.status === 404
      ? problem(refuse("not-found", "There is nothing at this address."), id)
      : problemDetails({
          status: 400,
          type: "signature",
          title: "This event is not signed as it must be.",
          requestId: id,
        });
  });
  app.all("/webhooks/:provider", (c, next) =>
    handlesEvents(runtime, c.req.param("provider")) ? otherMethod("POST", c.get("scope").request.id) : next(),
  );
}

/**
 * Sends a stream by Node's own response, at the reader's pace and a quarter of the cost of a web stream. `head` has
 * status and every header. Answers what the web layer returns for a request that is answered already.
 */
function sendBytes(outgoing: ServerResponse, { status, headers }: Response, bytes: Readable): Response {
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.once("close", () => bytes.destroy());
  outgoing.on("error", () => bytes.destroy());
  outgoing.on("drain", () => bytes.resume());
  bytes.on("data", (piece: Buffer) => {
    if (!outgoing.write(piece, () => releaseBuffer(piece))) bytes.pause();
  });
  bytes.once("end", () => outgoing.end());
  // Headers are sent, so the only way to report the error is to abort the response.
  bytes.once("error", () => outgoing.destroy());
  return new Response(null, { status, headers: RESPONSE_ALREADY_SENT.headers });
}

/** Uploads and downloads. Everything by `all`: Hono matches HEAD as GET, and the protocol's HEAD is its own verb. */
export function fileRoutes(app: Hono<Env>, runtime: Runtime): void {
  const handlers = fileHandlers(runtime);
  app.all("/files", (c) => handlers.tus(c.req.raw, c.get("scope"), "", c.env.incoming));
  app.get("/files/checks", (c) => handlers.checks(c.req.raw, c.get("scope")));
  app.post("/files/plain", (c) => handlers.plain(c.req.raw, c.get("scope")));
  app.all("/files/:id", (c) => handlers.tus(c.req.raw, c.get("scope"), c.req.param("id"), c.env.incoming));
  const send = async (c: Context<Env>, id: string) => {
    const scope = c.get("scope");
    const { head, bytes } = await handlers.file(c.req.raw, scope, id);
    if (!bytes) return head;
    setHeaders(head.headers, runtime.config);
    head.headers.set("x-request-id", scope.request.id);
    return sendBytes(c.env.outgoing, head, bytes);
  };
  app.all("/files/:id/:name", (c) => send(c, c.req.param("id")));
  /** The same for the program of a partner, whose key opens addresses under /api/ alone. */
  app.get("/api/orders/:number/files/:id", async (c) => {
    const [scope, id] = [c.get("scope"), c.req.param("id")];
    const found = await orderHandlers.file(scope, c.req.param("number"), id);
    return found.ok ? send(c, id) : problem(found, scope.request.id);
  });
}
