import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];
type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** A route and the layouts around it, outermost last. */
const lineOf = (routes: Routes, id: string): string[] => {
  const parent = routes[id]?.parentId;
  return parent ? [id, ...lineOf(routes, parent)] : [id];
};

const firstSegmentOf = (routes: Routes, line: readonly string[]): string => {
  const path = line.map((id) => routes[id]?.path ?? "").reverse();
  return path.join("/").split("/").find(Boolean)?.toLowerCase() ?? "";
};

const changes = (segment: string): boolean => /[:*?]/.test(segment);

/**
 * The ids of the routes that can answer addresses by their first word. Each list has also the routes of any word and
 * the one of "/": a page lists for the browser the routes that answer the addresses above its own.
 */
export function routesByFirstSegment(routes: Routes): ReadonlyMap<string, ReadonlySet<string>> {
  const always = new Set<string>();
  const found = new Map<string, Set<string>>();
  for (const [id, route] of Object.entries(routes)) {
    if (route?.path === undefined && !route?.index) continue; // a layout answers nothing by itself
    const line = lineOf(routes, id);
    const segment = firstSegmentOf(routes, line);
    const known = found.get(segment) ?? new Set();
    if (!changes(segment)) found.set(segment, known);
    for (const step of line) (changes(segment) || segment === "" ? always : known).add(step);
  }
  return new Map([...found].map(([segment, ids]) => [segment, new Set([...always, ...ids])]));
}

const only = <T>(all: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));

const partOf = (build: ServerBuild, ids: ReadonlySet<string>): ServerBuild => ({
  ...build,
  routes: only(build.routes, ids),
  assets: { ...build.assets, routes: only(build.assets.routes, ids) },
});

const firstSegment = (request: Request): string =>
  /^[^:]+:\/\/[^/]+\/([^/?#]*)/
    .exec(request.url)?.[1]
    ?.toLowerCase()
    .replace(/\.data$/, "") ?? "";

type Route = NonNullable<Routes[string]>;

/**
 * The route with the `Retry-After` of a refusal among the headers of its page and of its data: React Router drops what
 * an action, or a loader that throws, sends beside its answer.
 */
function withRetryAfter(route: Route): Route {
  const { headers: own } = route.module;
  const headers: Route["module"]["headers"] = (sent) => {
    const kept = new Headers(typeof own === "function" ? own(sent) : (own ?? sent.parentHeaders));
    const wait = (sent.errorHeaders ?? sent.actionHeaders).get("retry-after");
    if (wait) kept.set("retry-after", wait);
    return kept;
  };
  return { ...route, module: { ...route.module, headers } };
}

const waiting = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(Object.entries(build.routes).map(([id, route]) => [id, route && withRetryAfter(route)])),
});

/**
 * Answers page requests. React Router tries its routes one by one, twice a request, and makes all of them anew for each
 * page; so each first word of an address gets a handler that knows its own routes alone. Other words (unknown, encoded,
 * React Router's own) get the one that knows all.
 */
export function openPageHandlers(built: ServerBuild, mode: string): Handler {
  const build = waiting(built);
  const byFirstSegment = routesByFirstSegment(build.routes);
  const all = createRequestHandler(build, mode);
  const opened = new Map<string, Handler>();
  const open = (segment: string, ids: ReadonlySet<string>): Handler => {
    const handler = createRequestHandler(partOf(build, ids), mode);
    opened.set(segment, handler);
    return handler;
  };
  return (request, context) => {
    const segment = firstSegment(request);
    const ids = byFirstSegment.get(segment);
    const handler = opened.get(segment) ?? (ids ? open(segment, ids) : all);
    return handler(request, context);
  };
}

type Node = { words: Map<string, Node>; param?: Node; pattern?: string };

const wordsOf = (path: string): string[] => path.split("/").filter(Boolean);
const newNode = (): Node => ({ words: new Map() });

/** A route's whole path, with those of the routes around it. */
const pathOf = (routes: Routes, id: string): string => {
  const route = routes[id];
  return route ? `${route.parentId ? pathOf(routes, route.parentId) : ""}/${route.path ?? ""}` : "";
};

/**
 * The pattern of the page at an address ("/dashboard/orders/:orderId"), null where there is none. Addresses themselves
 * are no labels: there are as many as orders, and some hold names.
 */
export function openPagePatterns(routes: Routes): (path: string) => string | null {
  const root = newNode();
  for (const [id, route] of Object.entries(routes)) {
    if (route?.path === undefined && !route?.index) continue; // a layout answers nothing by itself
    const words = wordsOf(pathOf(routes, id));
    if (words.includes("*")) continue; // what no other route knows
    let node = root;
    for (const word of words) {
      const next = word.startsWith(":") ? node.param : node.words.get(word.toLowerCase());
      const made = next ?? newNode();
      if (word.startsWith(":")) node.param = made;
      else node.words.set(word.toLowerCase(), made);
      node = made;
    }
    node.pattern = `/${words.join("/")}`;
  }
  const find = (node: Node | undefined, [word, ...rest]: readonly string[]): string | null => {
    if (!node) return null;
    if (word === undefined) return node.pattern ?? null;
    return find(node.words.get(word.toLowerCase()), rest) ?? find(node.param, rest);
  };
  return (path) => {
    // The data of a page is asked for at its address with ".data", of "/" at "/_root.data".
    const page = path.replace(/(?:\/_root|\/_)?\.data$/, "");
    const words = wordsOf(page);
    return words.length > longestPath ? null : find(root, words);
  };
}

const longestPath = 12;
