import { useEffect } from "react";

const shownMs = 2_000;

/** What is led to takes the focus and is outlined for two seconds. */
function jump(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#s'], a[href^='#r']") : null;
  const to = link && document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
  if (!to) return;
  event.preventDefault();
  to.scrollIntoView({ block: "center" });
  to.focus({ preventScroll: true });
  to.classList.add("here");
  setTimeout(() => to.classList.remove("here"), shownMs);
}

/**
 * A number leads to its mark, and a mark to its reason, inside this page: followed by the router, the link would drop the
 * answer, which has no address.
 */
export const useMarkJumps = (): void => {
  useEffect(() => {
    document.addEventListener("click", jump);
    return () => document.removeEventListener("click", jump);
  }, []);
};
