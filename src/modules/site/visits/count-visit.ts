/** The visitor's answer; null: was not asked yet. */
export type Agreement = "yes" | "no" | null;

type Browser = {
  navigator: { doNotTrack?: string | null; globalPrivacyControl?: boolean };
  storage: Pick<Storage, "getItem" | "setItem"> | null;
  send: typeof fetch | undefined;
};

/** `visitCounted`: the document's inline script has counted it. */
type CountedWindow = { visitCounted?: boolean; painted?: Promise<void> };

/** Its text is also in public pages (`countAtPaint`): it must not use anything from outside itself. */
function visitsOf() {
  const key = "count-visits";
  /** Storage throws where it is switched off. */
  const storageOf = (): Storage | null => {
    try {
      return localStorage;
    } catch {
      return null;
    }
  };
  const thisBrowser = (): Browser => ({
    navigator: navigator as Browser["navigator"],
    storage: storageOf(),
    send: "keepalive" in Request.prototype ? fetch.bind(globalThis) : undefined,
  });
  const canCount = ({ navigator: { doNotTrack, globalPrivacyControl }, storage, send }: Browser): boolean =>
    storage !== null && send !== undefined && doNotTrack !== "1" && globalPrivacyControl !== true;
  const agreementOf = ({ storage }: Browser): Agreement => {
    const stored = storage?.getItem(key);
    return stored === "yes" || stored === "no" ? stored : null;
  };
  const agree = ({ storage }: Browser, stored: "yes" | "no"): void => storage?.setItem(key, stored);
  const countVisit = (browser: Browser, address: string, page: string, now: Date): boolean => {
    if (!canCount(browser) || agreementOf(browser) !== "yes" || !browser.send) return false;
    const body = JSON.stringify({ page, day: now.toISOString().slice(0, 10) });
    browser
      .send(address, {
        method: "POST",
        mode: "no-cors",
        credentials: "omit",
        referrerPolicy: "no-referrer",
        keepalive: true,
        body,
      })
      .catch(() => undefined);
    return true;
  };
  return { thisBrowser, canCount, agreementOf, agree, countVisit };
}

/**
 * `canCount`: whether a visit can be counted at all; who asks not to be tracked is not asked again by us. `countVisit`:
 * the page and the day, to the operator's counter: no cookie, no referrer, no name; what fails is not tried again.
 */
export const { thisBrowser, canCount, agreementOf, agree, countVisit } = visitsOf();

/** Whether this document was counted before its scripts worked. */
export const wasCounted = (): boolean => (window as CountedWindow).visitCounted === true;

/** Counts the page that is being opened, behind its first paint. In public pages as its text, too. */
function countOpened({ thisBrowser, canCount, agreementOf, countVisit }: ReturnType<typeof visitsOf>, address: string) {
  const counted = window as CountedWindow;
  const browser = thisBrowser();
  if (!canCount(browser) || agreementOf(browser) !== "yes") return;
  counted.visitCounted = true;
  counted.painted?.then(() => countVisit(browser, address, location.pathname, new Date()));
}

/** The text of an inline script that counts a page whose visitor agreed earlier, also when its scripts never start. */
export const countAtPaint = (address: string): string =>
  `;(${countOpened})((${visitsOf})(), ${JSON.stringify(address).replaceAll("<", "\\u003c")})`;
