import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Waits until the browser has a line. */
export const lineIsThere = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else addEventListener("online", () => resolve(), { once: true });
  });

/**
 * What `load` imports, never with a failure: a line that breaks must not take a page away with what was typed on it.
 * Offline nothing is asked for until the line is back, because a script that could not be fetched once stays away for as
 * long as its page lives (HTML, "fetch a single module script"), and takes all with it that import it. What stays away
 * is waited for without end. On the server a failure counts.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  if (typeof window === "undefined") return load();
  await lineIsThere();
  return load().catch(() => new Promise<T>(() => undefined));
}

/** A part of a page whose scripts come later; until they are there its Suspense shows the fallback. */
export const latePart = <P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(() => patiently(load));
