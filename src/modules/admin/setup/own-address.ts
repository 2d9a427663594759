import { createHmac } from "node:crypto";
import { isLoopback } from "#src/config.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";

/** Where an installation shows that it is itself. */
export const ownPath = "/api/installation";

/** What this installation alone answers to a code: another program at the address cannot. */
export const answerTo = ({ secret }: Pick<Runtime, "secret">, code: string): string =>
  createHmac("sha256", keyFor(secret, "own address")).update(code).digest("base64url");

/** A code for one check, with the answer that is expected. */
export function newCode(runtime: Pick<Runtime, "secret">) {
  const code = newId();
  return { code, answer: answerTo(runtime, code) };
}

/** What the owner's browser found when it asked BASE_URL for the code; "": it did not ask. */
export const browserAnswers = ["", "same", "elsewhere", "other", "failed"] as const;
export type BrowserAnswer = (typeof browserAnswers)[number];

const browserMessages: Readonly<Record<BrowserAnswer, string>> = {
  "": "",
  same: "Your browser reached this shop.",
  elsewhere: "You opened this page at another address than BASE_URL, and links in e-mails lead to BASE_URL. Set it.",
  other: "Your browser reached something else at this address, not this shop. Check the proxy and BASE_URL.",
  failed: "Your browser got no answer from this address. Check the proxy and BASE_URL.",
};

/** A proxy that is not named hides every visitor behind its own address. */
const hiddenVisitors =
  "A proxy stands before the shop, and TRUSTED_PROXIES does not name it: all visitors count as one. Set it to the proxy's address, and start again.";

type Seen = { browser: BrowserAnswer; forwarded: boolean };

/** What the owner's own request says about the address: by the browser, and by what a proxy added. */
export function seenFromOutside({ config }: Pick<Runtime, "config">, { browser, forwarded }: Seen) {
  const hidden = forwarded && config.trustedProxies.length === 0 && !isLoopback(config.baseUrl);
  const parts = [browserMessages[browser], hidden ? hiddenVisitors : ""].filter(Boolean);
  return { ok: (browser === "" || browser === "same") && !hidden, message: parts.join(" ") };
}
