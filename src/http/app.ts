import { type Context, Hono } from "hono";
import { matchedRoutes } from "hono/route";
import { formTargets } from "#src/modules/accounts/index.server.ts";
import { framedBy } from "#src/modules/api/index.server.ts";
import { paymentTargets } from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { databaseRefusal } from "#src/platform/database/errors.ts";
import { endOfFlash } from "#src/platform/flash.ts";
import type { GaugeSource, ProcessGauges } from "#src/platform/gauges.ts";
import { databaseFailures, type RequestScope } from "#src/platform/request-context.ts";
import { backOnly, problem } from "#src/platform/respond.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { type Outcome, type Refusal, refusalStatus, refuse } from "#src/shared/outcome.ts";
import { actorId, guest, type Viewer } from "#src/shared/viewer.ts";
import { brandSheets, compressed, keptBrand, type openAssets } from "./assets.ts";
import { checkFormOwner } from "./body/form-owner.tsx";
import { readBodies } from "./body/limits.ts";
import { discardBody, openBodyQuota } from "./body/read-bytes.ts";
import { checkRequest, letRead, openListedOrigins, ourUrl, preflight } from "./guard.ts";
import { beganHere, enterGroup, pagePolicy, pageVary, setHeaders } from "./headers.ts";
import { openReadiness } from "./health.ts";
import { whileImpersonating } from "./impersonated.ts";
import { type Admission, admitRequests, openAdmission, openGuestBudgets } from "./load/admission.ts";
import { logPath, type Metrics, mayObserve, observed, openMetrics } from "./metrics/metrics.ts";
import { type AnswerCachedPage, openCachedPages, openPages } from "./pages.ts";
import { areas, isPageInArea, openRefuse } from "./refuse.tsx";
import { anonymous, type Env, hasSession, isRead, pageNonce, publicPath, scopeOf } from "./scope.ts";
import { type OfflinePage, openServiceWorker } from "./service-worker.ts";

export type Http = { app: Hono<Env>; cachedPages: AnswerCachedPage; admission: Admission; metrics: Metrics };
type PageHandler = (request: Request, scope: RequestScope) => Promise<Response>;

export type AppParts = {
  runtime: Runtime;
  /** A connection for /readyz alone. */
  probe: Database;
  assets: ReturnType<typeof openAssets>;
  /** React Router's handler. */
  page: PageHandler;
  /** Paths (lower case, no trailing slash) that are the same for every visitor without a session. */
  isPublic: (path: string) => boolean;
  resolveViewer: (runtime: Runtime, headers: Headers, address: string) => Promise<Viewer>;
  /** The program that a request shows the key of; null: it shows none. */
  admitKey: (ctx: Ctx, request: Request) => Promise<Outcome<Viewer> | null>;
  /** The sites whose pages may ask for quotes. */
  listedOrigins?: (runtime: Runtime) => Promise<ReadonlySet<string>>;
  /** Handlers of the modules: /api/…, /webhooks/…, demo pages. */
  handlers: (app: Hono<Env>) => void;
  closing: () => boolean;
  dev: boolean;
  /** Addresses of the style sheets of every page. */
  styles?: readonly string[];
  /** What a browser shows when no answer comes, of a shop with this name and brand. Without it there is no `/sw.js`. */
  offlinePage?: OfflinePage;
  /** What `/metrics` counts beside requests, and the pattern of the page at an address. */
  watched?: {
    pagePattern: (path: string) => string | null;
    sources: readonly GaugeSource[];
    own: readonly ProcessGauges[];
  };
};

/** So long a session that was read before a body counts after it, in milliseconds. */
const sessionReadMs = 1_000;
/** In a frame of another site nobody is signed in. */
const isEmbedded = (path: string): boolean => path.startsWith("/embed/");
/** Where the browser fetches React Router's list of routes: the same for everybody, also without the database. */
const routeList = "/__manifest";
/**
 * Paths that are looked up at once: each of them is matched with every route. A browser sends at most 7,680 letters of
 * them, which are some 130 rows of a list.
 */
const mostPaths = 160;
const pathsAsked = (url: string): number =>
  [...new URL(url).searchParams.values()].reduce((sum, value) => sum + value.split(",").length, 0);
const pageMethods = ["GET", "HEAD", "POST"];

/**
 * The order of middleware of the whole product: checkRequest, assets, cached pages, budgets of guests, body, a place in work, viewer, owner of a form, handlers, pages.
 * `cachedPages` goes before.
 */
export function buildHttp(parts: AppParts): Http {
  const { runtime, watched = { pagePattern: () => null, sources: [], own: [] } } = parts;
  const app = new Hono<Env>();
  const pages = openPages(
    runtime,
    async (path) => {
      const scope = anonymous(runtime);
      const page = await parts.page(new Request(new URL(path, runtime.config.baseUrl)), scope);
      if (databaseFailures.has(scope)) throw databaseFailures.get(scope);
      return page;
    },
    parts.dev,
  );

  const refuseAt = openRefuse(() => [...(parts.styles ?? []), ...brandSheets(runtime)]);
  const listedOrigin = openListedOrigins(runtime, parts.listedOrigins ?? (async () => new Set<string>()));
  const admission = openAdmission();
  const metrics = openMetrics({ runtime, sources: watched.sources, own: [...watched.own, workGauges(admission)] });
  const routeOf = (c: Context<Env>): string => watched.pagePattern(c.req.path) ?? handlerPattern(c);
  const readiness = openReadiness(runtime, parts.probe);
  /** Trouble of the database in words; null: the error is a bug. */
  const databaseAnswer = (c: Context<Env>, error: unknown): Response | null => {
    const refusal = databaseRefusal(error);
    if (!refusal) return null;
    const { message, code, retryAfter } = refusal;
    const status = refusalStatus[code];
    return refuseAt(c, { status, type: code, message, ...(retryAfter && { retryAfter }) });
  };

  app.onError((error, c) => {
    const answer = databaseAnswer(c, error);
    if (answer) return answer;
    runtime.log.error({ err: error, requestId: c.get("scope").request.id }, "request failed");
    return refuseAt(c, { status: 500, type: "failed", message: "Nothing is lost. Try again, or write to support." });
  });

  if (runtime.observer) app.use(observed(runtime.observer, routeOf));
  app.use(async (c, next) => {
    const started = performance.now();
    const asked = scopeOf(c, runtime);
    const { id } = asked.request;
    c.set("scope", asked);
    const site = await listedOrigin(c.req.raw);
    const verdict = checkRequest(c.req.raw, runtime.config, site !== null);
    if (verdict) c.res = refuseAt(c, { ...verdict, type: "refused" });
    else if (site && c.req.method === "OPTIONS") c.res = preflight();
    else await next();
    if (site) letRead(c.res.headers, site);
    if (!(await discardBody(c.env.incoming)) && !c.env.outgoing.headersSent) c.res.headers.set("connection", "close");
    setHeaders(c.res.headers, runtime.config);
    if (beganHere(c.req.header("sec-fetch-site"))) enterGroup(c.res.headers);
    c.res.headers.set("x-request-id", id);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    metrics.answered(() => routeOf(c), { method: c.req.method, status: c.res.status, ms });
    if (!c.req.path.startsWith("/assets/"))
      runtime.log.info(
        {
          requestId: id,
          method: c.req.method,
          route: logPath(c.req.path),
          status: c.res.status,
          ms,
          viewer: actorId(c.get("scope").viewer),
        },
        "request",
      );
  });

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    const state = await readiness(parts.closing(), c.req.query("for") === "pages");
    return c.json(mayObserve(c, runtime.config) ? state : { ready: state.ready }, state.ready ? 200 : 503);
  });
  app.get("/metrics", async (c) => {
    if (!mayObserve(c, runtime.config)) return refusedObserver(c.get("scope").request.id);
    const { text, type } = await metrics.text();
    return compressed(c.body(text, 200, { "content-type": type }), c.req.raw);
  });
  if (parts.offlinePage) app.get("/sw.js", openServiceWorker(runtime, parts.offlinePage));
  app.get(
    "/assets/*",
    (c) =>
      parts.assets(c.req.path, c.req.raw) ??
      refuseAt(c, { status: 404, type: "not-found", message: "This file is not here." }),
  );

  app.use(async (c, next) => {
    if (!isRead(c.req.method)) return next();
    const file = parts.assets(c.req.path, c.req.raw) ?? keptBrand(runtime, c);
    if (file) return file;
    const path = publicPath(c.req.path);
    if (!parts.dev && !c.req.url.includes("?") && parts.isPublic(path) && !hasSession(c.req.raw.headers)) {
      const page = await pages.answer(path, c.req.raw);
      if (page) return page;
    }
    return next();
  });

  const viewers = new WeakMap<Context<Env>, { at: number; viewer: Promise<Viewer> }>();
  /** Who sends this request. Their session is read again after a body that took its time: it may have ended since. */
  const viewerOf = (c: Context<Env>): Promise<Viewer> => {
    if (!hasSession(c.req.raw.headers)) return Promise.resolve(guest);
    const at = runtime.clock().getTime();
    const known = viewers.get(c);
    if (known && Math.abs(at - known.at) < sessionReadMs) return known.viewer;
    const viewer = parts.resolveViewer(runtime, c.req.raw.headers, c.get("scope").request.address);
    viewers.set(c, { at, viewer });
    return viewer;
  };
  const isSignedIn = async (c: Context<Env>): Promise<boolean> => (await viewerOf(c)).kind === "person";
  const guests = openGuestBudgets(runtime, refuseAt, isSignedIn);
  app.use(guests.before);
  app.use(readBodies(openBodyQuota(), refuseAt, isSignedIn));
  app.use(admitRequests(admission, refuseAt));
  app.use(async (c, next) => {
    const scope = c.get("scope");
    const program = await parts.admitKey(scope, c.req.raw);
    if (program && !program.ok) return refusedKey(program, scope.request.id);
    if (program) {
      c.set("scope", { ...scope, viewer: program.value }); // its cookies count for nothing
      return next();
    }
    const asked = hasSession(c.req.raw.headers) && c.req.path !== routeList && !isEmbedded(c.req.path);
    const viewer = asked ? await viewerOf(c) : guest;
    const refused = asked && viewer.kind === "guest" ? guests.after(c) : null;
    if (refused) return refused;
    c.set("scope", { ...scope, viewer, nonce: pageNonce() });
    await next();
  });

  app.use(whileImpersonating(refuseAt, { isPublic: parts.isPublic, pagePattern: watched.pagePattern }));
  app.use(checkFormOwner(refuseAt));

  parts.handlers(app);
  for (const area of areas)
    app.all(`${area}/*`, (c, next) =>
      isPageInArea(c.req.path)
        ? next()
        : problem(refuse("not-found", "There is nothing at this address."), c.get("scope").request.id),
    );

  app.all("*", async (c) => {
    const { request, ...asked } = c.get("scope");
    const { signal } = c.req.raw;
    const scope = { ...asked, request: isRead(c.req.method) ? { ...request, signal } : request };
    if (!pageMethods.includes(c.req.method)) {
      const answer = refuseAt(c, { status: 405, type: "method-not-allowed", message: "This method is not used here." });
      answer.headers.set("allow", pageMethods.join(", "));
      return answer;
    }
    if (c.req.path === routeList && pathsAsked(c.req.url) > mostPaths)
      return refuseAt(c, { status: 400, type: "bad-request", message: "Ask for fewer addresses at once." });
    if (signal.aborted) return new Response(null, { status: 499 });
    const response = await parts.page(ourUrl(c.req.raw, runtime), scope);
    const failed = databaseAnswer(c, databaseFailures.get(scope));
    if (failed) return failed;
    if (response.status === 503 && !response.headers.has("retry-after")) response.headers.set("retry-after", "10");
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/html")) {
      const targets = [...formTargets(c.req.path, runtime.config), ...paymentTargets(c.req.path, runtime)];
      const framing = await framedBy(runtime, c.req.path);
      const policy = pagePolicy({ nonce: scope.nonce }, runtime.config, parts.dev, targets, framing);
      response.headers.set("content-security-policy", policy);
    }
    const visited = scope.viewer.kind === "guest" && c.req.method === "GET" && parts.isPublic(publicPath(c.req.path));
    if (visited && !response.headers.has("cache-control")) response.headers.set("cache-control", backOnly);
    const shown = isEmbedded(c.req.path) ? null : endOfFlash(c.req.raw);
    if (shown) response.headers.append("set-cookie", shown);
    response.headers.append("vary", pageVary);
    return compressed(response, c.req.raw);
  });
  return { app, cachedPages: openCachedPages(runtime, pages.ready, metrics), admission, metrics };
}

const refusedObserver = (requestId: string): Response => {
  const answer = problem(
    refuse("signed-out", "Show the token of METRICS_TOKEN, or ask on the machine itself."),
    requestId,
  );
  answer.headers.set("www-authenticate", "Bearer");
  return answer;
};

const workGauges = (admission: Admission): ProcessGauges => ({
  gauges: { requests_in_work: { help: "Requests that are worked on, and that wait for it.", labels: ["state"] } },
  read: () => {
    const { working, waiting } = admission.counts();
    const of = (state: string, value: number) => ({ gauge: "requests_in_work", value, labels: { state } });
    return [of("working", working), of("waiting", waiting)];
  },
});

/** The pattern of the handler that an address belongs to, also when something before it answered. */
function handlerPattern(c: Context<Env>): string {
  const patterns = matchedRoutes(c).map(({ path }) => path);
  return patterns.find((path) => !path.endsWith("*")) ?? patterns.find((path) => path !== "/*") ?? "other";
}

/** RFC 6750: a refusal of a key names the scheme by which keys are sent. */
function refusedKey(refusal: Refusal, requestId: string): Response {
  const answer = problem(refusal, requestId);
  if (answer.status === 401) answer.headers.set("www-authenticate", "Bearer");
  return answer;
}
