import type { PageSignals } from "./deferred-fonts.ts";

/** The inert script element that says what to start: `data-entry`, `data-files`, `data-styles`, `data-at-rest`. */
export const deferredScriptsId = "deferred-scripts";

/** Called by the scripts of the page when they work. */
export type ReadySignal = { scriptsReady?: () => void };

/**
 * Asks for the scripts after the first paint: at the first touch of the page, or, where the page computes something,
 * as soon as it is painted and loaded. A press on − or + counts at once; every other on a control that only works with
 * scripts is kept and given to it then. When the scripts do not come, a link leads where it leads, and the page shows
 * what people use without scripts (ui/no-script.tsx). Runs inline: it must not use anything from outside itself.
 */
function startDeferredScripts(id: string): void {
  const container = document.getElementById(id);
  if (!container) return;
  const touches = ["pointerdown", "pointermove", "keydown", "focusin"];
  const signals = window as Window & PageSignals;
  const { dataset } = document.documentElement;
  const mostWaitMs = 15_000;
  const { entry, files = "[]", styles = "[]", atRest } = container.dataset;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let kept: HTMLButtonElement[] = [];
  let typedSince = false;
  let wantStyles = () => {};
  let markScriptsFetched = () => {};
  let scriptsSettled = () => {};
  const stylesWanted = new Promise<void>((want) => {
    wantStyles = want;
  });
  const scriptsWork = new Promise<void>((settled) => {
    scriptsSettled = settled;
  });

  const link = (rel: string, href: string) => {
    const element = document.createElement("link");
    element.rel = rel;
    element.href = href;
    document.head.append(element);
    return element;
  };
  const settled = (links: HTMLLinkElement[]) =>
    Promise.all(links.map((one) => new Promise((resolve) => (one.onload = one.onerror = resolve))));
  // Their second frame begins when the first was drawn.
  const drawn = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  // In use when somebody has touched the page and its scripts work, or when they have changed what shows: until then
  // it has all that, and would only be laid out again. The change is shown first: that takes a phone 0.2 s.
  const linkStyles = async (hrefs: string[]) => {
    const changes = new MutationObserver((seen) => {
      if (seen.some(({ target }) => !(target as Element).matches(".no-script"))) drawn().then(wantStyles);
    });
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
    const sheets = hrefs.map((href) => link("stylesheet", href));
    for (const sheet of sheets) sheet.media = "not all";
    await settled(sheets);
    await stylesWanted;
    changes.disconnect();
    for (const sheet of sheets) sheet.media = "";
  };
  // One part of the page a frame, when its fonts are there.
  const renderDeferredSections = () => {
    const parts = [...document.querySelectorAll<HTMLElement>(".defer-render")];
    const next = () => {
      const part = parts.shift();
      if (!part) return;
      part.style.contentVisibility = "visible";
      requestAnimationFrame(next);
    };
    Promise.resolve(signals.fontsCome).then(() => document.fonts.ready.then(next));
  };
  const replayPresses = (leadAway: boolean) => {
    removeEventListener("click", keep, true);
    for (const control of kept.splice(0)) {
      control.ariaBusy = null;
      // One a task: what one press changes is drawn before the next.
      if (leadAway || control.type === "button") setTimeout(() => control.click());
    }
  };
  const ready = () => {
    clearTimeout(deadline);
    dataset.scripts = "";
    replayPresses(true);
    (window.requestIdleCallback ?? setTimeout)(scriptsSettled);
  };
  const startFailed = () => {
    delete dataset.scripts;
    replayPresses(!typedSince);
    scriptsSettled();
    markScriptsFetched();
  };
  // One a task, what others need first: all at once they are one long task.
  const runEach = async (modules: string[]) => {
    for (const file of modules) await import(/* @vite-ignore */ file);
  };
  const runInline = () => {
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = container.nonce;
    script.onerror = startFailed;
    script.textContent = container.textContent;
    document.head.append(script);
  };
  const start = () => {
    if (deadline) return;
    // A script that could not be fetched once stays away for as long as its page lives.
    if (!navigator.onLine) return addEventListener("online", start);
    deadline = setTimeout(startFailed, mostWaitMs);
    const modules: string[] = JSON.parse(files);
    const fetched = settled(modules.map((file) => link("modulepreload", file)));
    const run = entry ? runEach(modules).catch(startFailed) : runInline();
    // A browser that does not preload says nothing of it.
    Promise.race([fetched, run]).then(() => {
      linkStyles(JSON.parse(styles));
      markScriptsFetched();
    });
  };
  // Browsers report a pointer that rests where the page appears, before anybody sees the page.
  const touched = () => {
    for (const touch of touches) removeEventListener(touch, touched, true);
    scriptsWork.then(wantStyles);
    signals.painted?.then(start);
  };
  const keep = (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest<HTMLButtonElement>("[data-needs-scripts]");
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    touched();
    const field = document.getElementById(control.getAttribute("aria-controls") ?? "") as HTMLInputElement | null;
    if (field?.stepUp) field.stepUp(Number(control.dataset.needsScripts));
    // Of presses that lead elsewhere the last one counts.
    else {
      kept = [...kept.filter(({ type }) => type === "button" || control.type === "button"), control];
      control.ariaBusy = "true";
      // A page that is typed on is not left for a press of before.
      addEventListener("input", () => (typedSince = true));
    }
  };

  (window as Window & ReadySignal).scriptsReady = ready;
  addEventListener("click", keep, true);
  for (const touch of touches) addEventListener(touch, touched, { capture: true, passive: true });
  // A page that computes has its scripts first, its own fonts and what else is late behind them.
  if (atRest !== undefined) {
    signals.scriptsCome = new Promise((done) => (markScriptsFetched = done));
    signals.scriptsWork = scriptsWork;
  }
  const shown = () => {
    if (atRest !== undefined) start();
    (window.requestIdleCallback ?? setTimeout)(renderDeferredSections);
  };
  const rest = () => signals.painted?.then(shown);
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest);
}

/** The text of the inline script. */
export const deferredScripts = (): string => `(${startDeferredScripts})(${JSON.stringify(deferredScriptsId)})`;

const preloads = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;
const starting = / type="module" async=""/;

/**
 * Makes the scripts that React Router writes into a page wait for deferred-scripts.ts: its preloads become a list, its
 * module an inert script. A page without them is given back as it is.
 */
export function deferRouterScripts(html: string): string {
  if (!starting.test(html)) return html;
  const files = [...html.matchAll(preloads)].map(([, href]) => href);
  return html
    .replace(preloads, "")
    .replace(
      starting,
      ` type="text/plain" id="${deferredScriptsId}" data-at-rest="" data-files='${JSON.stringify(files)}'`,
    );
}
