/** The inert script element that says what to start: `data-entry`, `data-files`, `data-styles`, `data-at-rest`. */
export const lateScriptsId = "late-scripts";

/** Called by the scripts of the page when they work. */
export type ReadySignal = { scriptsReady?: () => void };

/**
 * Asks for the scripts after the first paint: at the first touch of the page, or, where the page computes something,
 * as soon as it has come to rest. A press on a control that only works with scripts is kept and given to it then; when
 * the scripts do not come, a link leads where it leads. Runs inline: it must not use anything from outside itself.
 */
function startLate(id: string): void {
  const late = document.getElementById(id);
  if (!late) return;
  const touches = ["pointerdown", "pointermove", "keydown", "focusin"];
  const { entry, files = "[]", styles = "[]", atRest } = late.dataset;
  let started = false;
  let kept: HTMLElement | null = null;

  const link = (rel: string, href: string) => {
    const element = document.createElement("link");
    element.rel = rel;
    element.href = href;
    document.head.append(element);
    return element;
  };
  // In use together, when the last has come or failed: each for itself would lay the whole page out again.
  const linkStyles = async (hrefs: string[]) => {
    const sheets = hrefs.map((href) => link("stylesheet", href));
    for (const sheet of sheets) sheet.media = "not all";
    await Promise.all(sheets.map((sheet) => new Promise((come) => (sheet.onload = sheet.onerror = come))));
    for (const sheet of sheets) sheet.media = "";
    drawLate();
  };
  // One part of the page a frame, when nothing will lay them all out again.
  const drawLate = () => {
    const parts = [...document.querySelectorAll<HTMLElement>(".drawn-late")];
    const next = () => {
      const part = parts.shift();
      if (!part) return;
      part.style.contentVisibility = "visible";
      requestAnimationFrame(next);
    };
    document.fonts.ready.then(next);
  };
  const giveBack = () => {
    removeEventListener("click", keep, true);
    kept?.click();
    kept = null;
  };
  const start = () => {
    if (started) return;
    started = true;
    for (const touch of touches) removeEventListener(touch, start, true);
    linkStyles(JSON.parse(styles));
    for (const file of JSON.parse(files) as string[]) link("modulepreload", file);
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = late.nonce;
    script.onerror = giveBack;
    if (entry) script.src = entry;
    else script.textContent = late.textContent;
    document.body.append(script);
  };
  const keep = (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>("[data-needs-scripts]");
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    kept = control;
    start();
  };

  (window as Window & ReadySignal).scriptsReady = giveBack;
  addEventListener("click", keep, true);
  for (const touch of touches) addEventListener(touch, start, { capture: true, passive: true });
  const idle = () => (window.requestIdleCallback ?? setTimeout)(atRest === undefined ? drawLate : start);
  // The second frame begins when the first one was painted.
  const rest = () => requestAnimationFrame(() => requestAnimationFrame(idle));
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest);
}

/** The text of the inline script. */
export const lateStart = (): string => `(${startLate})(${JSON.stringify(lateScriptsId)})`;
