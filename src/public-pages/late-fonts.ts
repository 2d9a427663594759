/** The style element with the faces that are fetched. */
export const lateFontsId = "late-fonts";

/**
 * Lets a page's fonts come after its first paint, which stand-in faces of the same measures carry: on a slow line they
 * took it from the page. Whoever has seen a page in this window has the fonts, and they come at once. Runs inline,
 * behind the element and before anything is laid out: it must not use anything from outside itself.
 */
function fontsAfterPaint(id: string): void {
  const faces = document.getElementById(id);
  try {
    if (sessionStorage.getItem(id) !== null) return;
    sessionStorage.setItem(id, "seen");
  } catch {
    // A browser that keeps nothing: every page begins with the stand-ins.
  }
  faces?.setAttribute("media", "not all");
  // The second frame begins when the first one was painted.
  requestAnimationFrame(() => requestAnimationFrame(() => faces?.removeAttribute("media")));
}

/** The text of the inline script. */
export const lateFonts = (): string => `(${fontsAfterPaint})(${JSON.stringify(lateFontsId)})`;
