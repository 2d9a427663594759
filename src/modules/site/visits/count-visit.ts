/** The visitor's answer; null: was not asked yet. */
export type Agreement = "yes" | "no" | null;

const key = "count-visits";

type Browser = {
  navigator: { doNotTrack?: string | null; globalPrivacyControl?: boolean };
  storage: Pick<Storage, "getItem" | "setItem"> | null;
  send: typeof fetch | undefined;
};

/** Storage throws where it is switched off. */
const storageOf = (): Storage | null => {
  try {
    return localStorage;
  } catch {
    return null;
  }
};

export const thisBrowser = (): Browser => ({
  navigator: navigator as Browser["navigator"],
  storage: storageOf(),
  send: "keepalive" in Request.prototype ? fetch.bind(globalThis) : undefined,
});

/** True where a visit can be counted at all: who asks not to be tracked is not asked again by us. */
export const canCount = ({ navigator: { doNotTrack, globalPrivacyControl }, storage, send }: Browser): boolean =>
  storage !== null && send !== undefined && doNotTrack !== "1" && globalPrivacyControl !== true;

export const agreementOf = ({ storage }: Browser): Agreement => {
  const stored = storage?.getItem(key);
  return stored === "yes" || stored === "no" ? stored : null;
};

export const agree = ({ storage }: Browser, stored: "yes" | "no"): void => storage?.setItem(key, stored);

/** The page and the day, to the operator's counter: no cookie, no referrer, no name. What fails is not tried again. */
export function countVisit(browser: Browser, address: string, page: string, now: Date): boolean {
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
}
