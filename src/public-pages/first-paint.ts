/** `painted`: something was shown. */
export type PaintSignal = { painted?: Promise<void> };

/**
 * Says when a page was first shown, for what must not compete with that. Runs inline: it must not use anything from
 * outside itself.
 */
function notePaint(): void {
  const afterFrame = (next: () => void) => requestAnimationFrame(() => requestAnimationFrame(next));
  // A frame that was drawn is not yet seen: what is asked for in between competes with what is on its way.
  const firstPaint = (next: () => void) => {
    if (!PerformanceObserver.supportedEntryTypes?.includes("paint")) return afterFrame(next);
    new PerformanceObserver((seen, observer) => {
      if (seen.getEntriesByName("first-contentful-paint").length === 0) return;
      observer.disconnect();
      next();
    }).observe({ type: "paint", buffered: true });
    // A browser that hides such times from pages says nothing; a page in the background has no frames.
    addEventListener("load", () => setTimeout(afterFrame, 3000, next));
  };
  (window as Window & PaintSignal).painted = new Promise<void>(firstPaint);
}

/** The text of the inline script. */
export const firstPaint = (): string => `(${notePaint})();`;
