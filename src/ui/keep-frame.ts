import { useEffect } from "react";
import { type DataStrategyResult, data, isRouteErrorResponse, useLocation, useMatches } from "react-router";

type Loaded = Record<string, DataStrategyResult>;
type Shown = { address: string; routes: ReadonlySet<string> };

const noConnection = data(
  { message: "We cannot reach the shop. Check your connection, then try again." },
  { status: 503 },
);

/**
 * Takes what the loaders of one navigation gave. What could not be asked (records away, connection lost) is left out
 * for every route whose data the page still has, so that the frame stays and only the page itself fails. A page without
 * data of its own is shown, and one whose own address was asked again stays whole.
 */
export function keepShown(loaded: Loaded, { address, routes }: Shown, asked: string): Loaded {
  if (!loaded.root || !isAway(loaded.root)) return loaded;
  const entries = Object.entries(loaded).map(([id, one]): [string, DataStrategyResult] => [id, explained(one)]);
  const allShown = entries.every(([id]) => routes.has(id));
  if (allShown && (asked === address || entries.length === 1)) return {};
  const page = allShown ? entries.at(-1)?.[0] : undefined;
  return Object.fromEntries(entries.filter(([id, one]) => !isAway(one) || !routes.has(id) || id === page));
}

const isAway = ({ type, result }: DataStrategyResult): boolean =>
  type === "error" &&
  (result === noConnection || result instanceof TypeError || (isRouteErrorResponse(result) && result.status === 503));

const explained = (one: DataStrategyResult): DataStrategyResult =>
  one.result instanceof TypeError ? { ...one, result: noConnection } : one;

let shown: Shown = { address: "", routes: new Set() };

/** In the root: remembers what the page shows. */
export function useShown(): void {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => {
    const routes = matches.filter(({ loaderData }) => loaderData !== undefined).map(({ id }) => id);
    shown = { address: pathname + search, routes: new Set(routes) };
  }, [pathname, search, matches]);
}

/** `clientMiddleware` of the root. */
export async function keepFrame({ request }: { request: Request }, next: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await next();
  if (request.method !== "GET") return loaded;
  const { pathname, search } = new URL(request.url);
  return keepShown(loaded, shown, pathname + search);
}
