/** Where lists are worked through, the way back leads to the place in them: the admin's pages and a writer's. */
export const keepsScroll = (pathname: string, role: number | undefined): boolean =>
  /^\/admin(\/|$)/.test(pathname) || (role === 2 && /^\/dashboard(\/|$)/.test(pathname));

/** Whether the page now shown is one of these: `<html data-keeps-scroll>`, while it moves from address to address. */
const isScrollKept = (): boolean => "keepsScroll" in document.documentElement.dataset || location.hash !== "";

const loadedByBack = (): boolean => {
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return loaded?.type === "back_forward";
};

/** At the top of a page that Back or Forward led to, unless its place is kept. Browser only. */
export const topAfterBack = (): void => {
  if (!isScrollKept()) window.scrollTo(0, 0);
};

/** Before the router runs: it forgets where a page was left that Back loads again. */
export function forgetScroll(): void {
  const key = "react-router-scroll-positions";
  if (!loadedByBack() || isScrollKept()) return;
  try {
    const places = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    delete places[history.state?.key ?? "default"];
    sessionStorage.setItem(key, JSON.stringify(places));
  } catch {
    // A browser that keeps nothing has no places.
  }
}

/**
 * A page that is reached by Back or Forward begins at its top, whether the browser kept it whole or loads it again, and
 * one that was shown to somebody else (`who`: an account, or nobody) is loaded anew. Browsers put a page back while it
 * comes, whatever they are asked: each time before that is painted it is undone. Runs inline in the head of every page,
 * which is why it is short: it must not use anything from outside itself.
 */
function followBack(who: string): void {
  const { dataset } = document.documentElement;
  const top = () => "keepsScroll" in dataset || location.hash || scrollTo(0, 0);
  let last: { shownTo?: string } = { shownTo: who };
  try {
    last = sessionStorage as typeof last;
    last.shownTo = who;
  } catch {
    // A browser that keeps nothing shows a page to one person.
  }
  addEventListener("pageshow", ({ persisted }) => persisted && (last.shownTo === who ? top() : location.reload()));
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (loaded?.type !== "back_forward") return;
  const leave = () => removeEventListener("scroll", top);
  addEventListener("scroll", top);
  for (const sign of ["wheel", "touchstart", "keydown"]) addEventListener(sign, leave);
  addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(leave)));
}

/** The text of the inline script. */
export const backButton = (who: string): string => `(${followBack})(${JSON.stringify(who)});`;
