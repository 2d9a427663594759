import { startTransition, useEffect, useState } from "react";
import { minuteMs } from "#src/shared/units.ts";

/** A page may have been kept for this long before it was sent. */
const KEPT_AT_MOST = 15 * minuteMs;

/**
 * Milliseconds to add to the browser's clock, given the clock of the page. A browser that is not behind the page and
 * not further ahead than a kept page can be old is trusted as it is; any other clock is wrong, and the page's wins.
 */
export const clockOffset = (page: number, browser: number): number =>
  browser >= page && browser - page <= KEPT_AT_MOST ? 0 : page - browser;

/** The page's clock in the first render, then the time of now, moving every half minute. */
export const useNow = (pageNow: string): Date => {
  const [now, setNow] = useState(() => new Date(pageNow));
  useEffect(() => {
    const offset = clockOffset(Date.parse(pageNow), Date.now());
    const tick = () => startTransition(() => setNow(new Date(Date.now() + offset)));
    tick();
    const timer = setInterval(tick, 30_000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [pageNow]);
  return now;
};
