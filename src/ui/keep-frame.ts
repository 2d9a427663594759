import { useEffect } from "react";
import { type DataStrategyResult, data, isRouteErrorResponse, useLocation, useMatches } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { isLost, liveMark } from "./keep-page.ts";
import { toast } from "./toasts.tsx";

type Loaded = Record<string, DataStrategyResult>;

type Why = "other-person" | "confirm-person" | "session-ended";

/** The server's refusal of a form whose page belongs to another account, or to a session that ended (http/body/form-owner.tsx). */
function refusalIn({ type, result }: DataStrategyResult): { why: Why; message: string } | null {
  if (type !== "error" || !isRouteErrorResponse(result) || ![401, 409].includes(result.status)) return null;
  const found = /^\{.*"type":"urn:problem:(other-person|confirm-person|session-ended)"/.exec(String(result.data));
  if (!found) return null;
  const { title } = JSON.parse(String(result.data)) as { title: string };
  return { why: found[1] as Why, message: title };
}

const sessionEnded = "You are signed out. Sign in, then send this again.";

/** The sign-in opens beside the page, which stays as it is. */
const signInAction = {
  label: "Sign in",
  onAction: () => {
    const { pathname, search } = window.location;
    window.open(`/login?next=${encodeURIComponent(pathname + search)}`, "_blank", "noopener");
  },
};

/** A list that cannot be read again stays as it is, with what is typed beside it. */
const withoutLost = (loaded: Loaded): Loaded =>
  Object.fromEntries(
    Object.entries(loaded).map(([id, one]): [string, DataStrategyResult] => [
      id,
      one.type === "error" && isLost(one.result) ? { type: "data", result: null } : one,
    ]),
  );

/**
 * `clientMiddleware` of the root: a form that was refused because somebody else, or nobody, is signed in now leaves its
 * page as it is, with what was typed, and says so. One that a guest opened is sent as a document, whose answer asks.
 */
export async function keepOwnPage({ request }: { request: Request }, next: () => Promise<Loaded>): Promise<Loaded> {
  const sent = request.method === "POST" ? request.clone() : null;
  const loaded = await next();
  if (!sent) return new URL(request.url).searchParams.has(liveMark) ? withoutLost(loaded) : loaded;
  const entries = await Promise.all(
    Object.entries(loaded).map(async ([id, one]): Promise<[string, DataStrategyResult]> => {
      const refusal = refusalIn(one);
      if (!refusal) return [id, one];
      const { why, message } = refusal;
      if (why === "confirm-person") sendAsDocument(sent.url, await sent.formData());
      else if (why === "session-ended") toast(sessionEnded, { tone: "bad", action: signInAction });
      else toast(message, { tone: "bad" });
      const kept: RefusedForm = { errors: {}, values: {}, ...(why !== "confirm-person" && { message }) };
      // The status of a form whose answer did not come: nothing is loaded (keep-page.ts).
      return [id, { type: "data", result: data(kept, { status: 503 }) }];
    }),
  );
  return Object.fromEntries(entries);
}

/** What the browser sends without scripts; files stay. */
function sendAsDocument(url: string, fields: FormData): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = url;
  form.hidden = true;
  for (const [name, value] of fields) {
    if (typeof value !== "string") continue;
    const area = document.createElement("textarea");
    area.name = name;
    area.value = value;
    form.append(area);
  }
  document.body.append(form);
  form.submit();
}

/** `person`: whose page it is; null: nobody's, or not known. */
type Shown = { address: string; routes: ReadonlySet<string>; person: Looker | null };
type Looker = { id: string; name: string };

const stays = "This page still belongs to the account that opened it. Reload it to see yours.";
const signedOut = "You are signed out. What you typed is still on this page.";
const reload = { label: "Reload", onAction: () => window.location.reload() };

/** The page of a failure says it in its own words. */
const noConnection = data({ noAnswer: true }, { status: 503 });

/**
 * Takes what the loaders of one navigation gave. What could not be asked (records away, connection lost) is left out
 * for every route whose data the page still has, so that the frame stays and only the page itself fails. A page without
 * data of its own is shown, and one whose own address was asked again stays whole.
 */
export function keepShown(loaded: Loaded, { address, routes }: Omit<Shown, "person">, asked: string): Loaded {
  if (!loaded.root || !isAway(loaded.root)) return loaded;
  const entries = Object.entries(loaded).map(([id, one]): [string, DataStrategyResult] => [id, explained(one)]);
  const allShown = entries.every(([id]) => routes.has(id));
  if (allShown && (asked === address || entries.length === 1)) return {};
  const page = allShown ? entries.at(-1)?.[0] : undefined;
  return Object.fromEntries(entries.filter(([id, one]) => !isAway(one) || !routes.has(id) || id === page));
}

/**
 * What came of a page that reads itself again, since something changed: parts that failed are left out, and stay as they
 * are. Nobody asked for an answer, and what is typed beside them would be lost.
 */
export const keepAllShown = (loaded: Loaded, { routes }: Pick<Shown, "routes">): Loaded =>
  Object.fromEntries(
    Object.entries(loaded).filter(([id, { type, result }]) => !(type === "error" && isLost(result) && routes.has(id))),
  );

const isAway = ({ type, result }: DataStrategyResult): boolean =>
  type === "error" &&
  (result === noConnection || result instanceof TypeError || (isRouteErrorResponse(result) && result.status === 503));

const explained = (one: DataStrategyResult): DataStrategyResult =>
  one.result instanceof TypeError ? { ...one, result: noConnection } : one;

const lookerIn = (root: unknown): Looker | null => (root as { person?: Looker | null } | undefined)?.person ?? null;

/** Who is signed in now, when the page that was asked anew is another account's. */
export const otherPerson = ({ root }: Loaded, { address, person }: Shown, asked: string): Looker | null => {
  const now = root?.type === "data" ? lookerIn(root.result) : null;
  return now && person && now.id !== person.id && asked === address ? now : null;
};

/** Whether a page of somebody's, asked anew, sends to the sign-in because the session ended. */
export const isSignedOut = (loaded: Loaded, { address, person }: Shown, asked: string): boolean =>
  person !== null &&
  asked === address &&
  Object.values(loaded).some(
    ({ result }) => result instanceof Response && /^\/login\?next=/.test(result.headers.get("location") ?? ""),
  );

/** How many pages read themselves again now. */
let readings = 0;

/** Reads a page again (live/read-again.ts): what fails in it stays as it is. */
export async function readKeeping(read: () => Promise<void>): Promise<void> {
  readings += 1;
  try {
    await read();
  } finally {
    readings -= 1;
  }
}

let shown: Shown = { address: "", routes: new Set(), person: null };
/** The person of the last warning that the session differs from the page. */
let warnedOf = "";
/** Whether the last answer was the warning that the session ended. */
let warnedSignedOut = false;

/** In the root: remembers what the page shows. */
export function useShown(): void {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => {
    const routes = matches.filter(({ loaderData }) => loaderData !== undefined).map(({ id }) => id);
    const person = lookerIn(matches.find(({ id }) => id === "root")?.loaderData);
    shown = { address: pathname + search, routes: new Set(routes), person };
  }, [pathname, search, matches]);
}

/**
 * `clientMiddleware` of the root. A page that is read anew after somebody else signed in in this browser stays the page
 * of its own account, with what was typed, and says so.
 */
export async function keepFrame({ request }: { request: Request }, next: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await next();
  if (request.method !== "GET") return loaded;
  const { pathname, search } = new URL(request.url);
  if (isSignedOut(loaded, shown, pathname + search)) {
    if (!warnedSignedOut) toast(signedOut, { tone: "bad", action: signInAction });
    warnedSignedOut = true;
    return {};
  }
  warnedSignedOut = false;
  const other = otherPerson(loaded, shown, pathname + search);
  if (!other) {
    const kept = keepShown(loaded, shown, pathname + search);
    return readings > 0 ? keepAllShown(kept, shown) : kept;
  }
  if (warnedOf !== other.id) toast(`You are signed in as ${other.name} now. ${stays}`, { tone: "bad", action: reload });
  warnedOf = other.id;
  return {};
}
