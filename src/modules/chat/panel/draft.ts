import { minuteMs } from "#src/shared/units.ts";

/** What is written and not sent: words, and files that are at the server already. */
export type Draft = {
  readonly text: string;
  readonly files: readonly { readonly id: string; readonly name: string; readonly size: number }[];
};
const noDraft: Draft = { text: "", files: [] };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const isFile = (one: unknown): one is Draft["files"][number] =>
  typeof one === "object" &&
  one !== null &&
  "id" in one &&
  "name" in one &&
  "size" in one &&
  typeof one.id === "string" &&
  typeof one.name === "string" &&
  typeof one.size === "number";

/** Anything else that lies there counts as nothing. */
function readDraft(store: Store, key: string): Draft {
  try {
    const found: unknown = JSON.parse(store.getItem(key) ?? "null");
    if (typeof found !== "object" || found === null || !("text" in found) || typeof found.text !== "string")
      return noDraft;
    const files = "files" in found && Array.isArray(found.files) ? found.files.filter(isFile) : [];
    return { text: found.text, files };
  } catch {
    return noDraft;
  }
}

function writeDraft(store: Store, key: string, draft: Draft): void {
  try {
    if (draft.text === "" && draft.files.length === 0) store.removeItem(key);
    else store.setItem(key, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing keeps the words on the page.
  }
}

const prefix = "chat.draft.";
const guestKey = "chat.guest-draft";
const openKey = "chat.open";
const keptOpenMs = 30 * minuteMs;

/** Another account's words do not stay on a device that somebody else uses now. */
function forgetOthers(store: Store, account: string): void {
  const names = Array.from({ length: store.length }, (_, at) => store.key(at) ?? "");
  for (const name of names)
    if (name.startsWith(prefix) && !name.startsWith(`${prefix}${account}.`)) store.removeItem(name);
}

/** `device` outlives the tab, `tab` is for a guest's text, which the next person who signs in here keeps. */
export const drafts = (device: () => Store, tab: () => Store, now: () => number) => {
  const keyOf = (account: string, chatId: string): string => `${prefix}${account}.${chatId}`;
  const quietly = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    ofGuest: (): Draft => quietly(() => readDraft(tab(), guestKey), noDraft),
    writeGuest: (text: string): void => quietly(() => writeDraft(tab(), guestKey, { text, files: [] }), undefined),
    /** The account's draft; a guest's words of this tab come with it, once. */
    of: (account: string, chatId: string): Draft =>
      quietly(() => {
        const own = readDraft(device(), keyOf(account, chatId));
        forgetOthers(device(), account);
        const brought = chatId === account ? readDraft(tab(), guestKey).text : "";
        if (brought === "") return own;
        const both = { ...own, text: own.text && own.text !== brought ? `${own.text}\n${brought}` : brought };
        writeDraft(tab(), guestKey, noDraft);
        writeDraft(device(), keyOf(account, chatId), both);
        return both;
      }, noDraft),
    write: (account: string, chatId: string, draft: Draft): void =>
      quietly(() => writeDraft(device(), keyOf(account, chatId), draft), undefined),
    /** The panel opens again on the page after the sign-in. */
    keepOpen: (): void => quietly(() => tab().setItem(openKey, String(now())), undefined),
    wasKeptOpen: (): boolean =>
      quietly(() => {
        const at = Number(tab().getItem(openKey) ?? Number.NaN);
        tab().removeItem(openKey);
        return now() - at < keptOpenMs;
      }, false),
  };
};

export const browserDrafts = drafts(
  () => localStorage,
  () => sessionStorage,
  Date.now,
);
