import { useEffect } from "react";
import { useLocation } from "react-router";

/** A page of the admin area where somebody was. */
type Visited = { to: string; title: string };
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "admin.visited.";
/** Five to show, and the page on which they are shown. */
const most = 6;

const isVisited = (one: unknown): one is Visited =>
  typeof one === "object" &&
  one !== null &&
  "to" in one &&
  "title" in one &&
  typeof one.to === "string" &&
  one.to.startsWith("/admin") &&
  typeof one.title === "string";

/** The last places of this admin, the newest first; anything else that lies there counts as nothing. */
export function readVisited(store: () => Store, me: string): readonly Visited[] {
  try {
    const found: unknown = JSON.parse(store().getItem(prefix + me) ?? "[]");
    return Array.isArray(found) ? found.filter(isVisited).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Keeps a place in this browser, and nothing of another admin; a sign-out clears all that is kept. */
export function keepVisited(store: () => Store, me: string, { to, title }: Visited): void {
  try {
    const kept = store();
    const names = Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? "");
    for (const name of names) if (name.startsWith(prefix) && name !== prefix + me) kept.removeItem(name);
    const others = readVisited(store, me).filter((one) => one.to !== to);
    kept.setItem(prefix + me, JSON.stringify([{ to, title }, ...others].slice(0, most)));
  } catch {
    // A browser that keeps nothing has no last places.
  }
}

/** "Orders" of "(3) Orders · Paperwright". */
export const visitedTitle = (title: string): string => title.replace(/^\(\d+\) /, "").replace(/ · [^·]*$/, "");

/** Keeps each page of the admin area as it is visited. */
export function useLastVisited(me: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const title = visitedTitle(document.title);
    if (title && pathname !== "/admin/search") keepVisited(() => localStorage, me, { to: pathname, title });
  }, [me, pathname]);
}
