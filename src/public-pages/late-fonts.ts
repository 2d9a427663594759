/** The style element with the faces that are fetched; no rule of it holds until its medium is one. */
export const lateFontsId = "late-fonts";

/**
 * Lets a page's fonts come after its first paint, which stands-in faces of the same measures carry: on a slow line they
 * took it from the page. Whoever has seen a page in this window has the fonts, and they come at once. Runs inline,
 * behind the element: it must not use anything from outside itself.
 */
function fontsAfterPaint(id: string): void {
  const faces = document.getElementById(id);
  const come = () => faces?.setAttribute("media", "all");
  let seen = false;
  try {
    seen = sessionStorage.getItem(id) !== null;
    sessionStorage.setItem(id, "seen");
  } catch {
    // A browser that keeps nothing: every page begins with the stand-ins.
  }
  // The second frame begins when the first one was painted.
  if (seen) come();
  else requestAnimationFrame(() => requestAnimationFrame(come));
}

/** The text of the inline script. */
export const lateFonts = `(${fontsAfterPaint})(${JSON.stringify(lateFontsId)})`;
