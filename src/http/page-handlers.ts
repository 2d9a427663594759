import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];
type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** A route and the layouts around it, outermost last. */
const lineOf = (routes: Routes, id: string): string[] => {
  const parent = routes[id]?.parentId;
  return parent ? [id, ...lineOf(routes, parent)] : [id];
};

const wordOfRoute = (routes: Routes, line: readonly string[]): string => {
  const path = line.map((id) => routes[id]?.path ?? "").reverse();
  return path.join("/").split("/").find(Boolean)?.toLowerCase() ?? "";
};

const changes = (word: string): boolean => /[:*?]/.test(word);

/**
 * The ids of the routes that can answer addresses by their first word. Each list has also the routes of any word and
 * the one of "/": a page tells the browser which routes answer the addresses above its own.
 */
export function routesByWord(routes: Routes): ReadonlyMap<string, ReadonlySet<string>> {
  const always = new Set<string>();
  const found = new Map<string, Set<string>>();
  for (const [id, route] of Object.entries(routes)) {
    if (route?.path === undefined && !route?.index) continue; // a layout answers nothing by itself
    const line = lineOf(routes, id);
    const word = wordOfRoute(routes, line);
    const known = found.get(word) ?? new Set();
    if (!changes(word)) found.set(word, known);
    for (const step of line) (changes(word) || word === "" ? always : known).add(step);
  }
  return new Map([...found].map(([word, ids]) => [word, new Set([...always, ...ids])]));
}

const only = <T>(all: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));

const partOf = (build: ServerBuild, ids: ReadonlySet<string>): ServerBuild => ({
  ...build,
  routes: only(build.routes, ids),
  assets: { ...build.assets, routes: only(build.assets.routes, ids) },
});

const wordOf = (request: Request): string =>
  /^[^:]+:\/\/[^/]+\/([^/?#]*)/
    .exec(request.url)?.[1]
    ?.toLowerCase()
    .replace(/\.data$/, "") ?? "";

/**
 * Answers page requests. React Router tries its routes one by one, twice a request, and makes all of them anew for each
 * page; so each first word of an address gets a handler that knows its own routes alone. Other words (unknown, encoded,
 * React Router's own) get the one that knows all.
 */
export function openPageHandlers(build: ServerBuild, mode: string): Handler {
  const words = routesByWord(build.routes);
  const all = createRequestHandler(build, mode);
  const opened = new Map<string, Handler>();
  const open = (word: string, ids: ReadonlySet<string>): Handler => {
    const handler = createRequestHandler(partOf(build, ids), mode);
    opened.set(word, handler);
    return handler;
  };
  return (request, context) => {
    const word = wordOf(request);
    const ids = words.get(word);
    const handler = opened.get(word) ?? (ids ? open(word, ids) : all);
    return handler(request, context);
  };
}
