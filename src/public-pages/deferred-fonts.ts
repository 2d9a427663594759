/** `painted`: something was shown. */
type PaintSignal = { painted?: Promise<void> };

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

/** The style element with the faces that are fetched. */
export const deferredFontsId = "deferred-fonts";

/**
 * `scriptsCome`: the scripts are fetched for which a page has its fonts wait; `scriptsWork`: they have taken over the
 * page and what was typed before, or will not. `fontsCome`: all fonts are there that the page waits for, or none will
 * come.
 */
export type PageSignals = PaintSignal & Partial<Record<"scriptsCome" | "scriptsWork" | "fontsCome", Promise<void>>>;

/**
 * Lets a page's fonts come after its first paint, which stand-in faces of the same measures carry: on a slow line they
 * took it from the page. They take effect together, because each has a browser lay out the whole page again. Whoever
 * comes from another page of ours, or loads one again, has the fonts, and they come at once. Until the page is loaded
 * nothing is laid out that a closed fold holds: a browser that looks for fields to fill in lays those out before the
 * first paint.
 * Runs inline, behind the element and `notePaint` and before anything is laid out: it must not use anything from
 * outside itself.
 */
function fontsAfterPaint(id: string): void {
  const signals = window as Window & PageSignals;
  const afterFrame = (next: () => void) => requestAnimationFrame(() => requestAnimationFrame(next));
  if ("adoptedStyleSheets" in document) {
    const folds = new CSSStyleSheet();
    folds.replaceSync("details:not([open])::details-content{display:none}");
    document.adoptedStyleSheets = [folds];
    addEventListener("load", () => afterFrame(() => folds.replaceSync("")));
  }
  // Not a note in the browser's storage: a page's first paint would wait until another process has answered.
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (document.referrer.startsWith(`${location.origin}/`) || (load && load.type !== "navigate")) return;
  const element = document.getElementById(id) as HTMLStyleElement | null;
  element?.setAttribute("media", "not all");
  const mostLateMs = 3_000;
  const loadFaces = async () => {
    await signals.painted;
    const painted = performance.now();
    await signals.scriptsCome;
    const rules = [...(element?.sheet?.cssRules ?? [])] as CSSFontFaceRule[];
    const faces = rules.map(({ style }) => {
      const value = (name: string): string => style.getPropertyValue(name);
      return new FontFace(value("font-family").replaceAll('"', ""), value("src"), {
        display: "swap",
        style: value("font-style"),
        weight: value("font-weight"),
        unicodeRange: value("unicode-range"),
      });
    });
    // Italics come when a page shows some.
    await Promise.allSettled(faces.filter(({ style }) => style === "normal").map((face) => face.load()));
    // New faces have the whole page laid out again: not while its scripts take over.
    await signals.scriptsWork;
    // Text that has been read for seconds keeps its face; the next page has ours.
    if (performance.now() - painted > mostLateMs) return;
    for (const face of faces) document.fonts.add(face);
  };
  signals.fontsCome = loadFaces();
}

/** The text of the inline script. */
export const deferredFonts = (): string => `(${fontsAfterPaint})(${JSON.stringify(deferredFontsId)})`;
