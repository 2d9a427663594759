import { deviceFiles, forgetUrls, keptUrls, tabLock } from "./kept.ts";
import { deviceClock, retryTimes } from "./retry-times.ts";
import { type Transport, xhrTransport } from "./transport.ts";
import { type UploadList, uploadList } from "./upload-list.ts";
import type { ListFor, Tools } from "./upload-rows.ts";
import { uploadTask } from "./upload-task.ts";
import { throwAway } from "./upload-work.ts";

let listening = false;
/** Files that are being taken back. */
const going = new Set<Promise<void>>();
const lists = new Map<string, UploadList>();

const tools = (): Tools => {
  const endpoint = new URL("/files", location.href).href;
  return {
    endpoint,
    start: (file, options) => uploadTask(file, { ...options, transport: xhrTransport }),
    remove: (url) => {
      const gone = withdrawUpload({ endpoint, transport: xhrTransport }, url).finally(() => going.delete(gone));
      going.add(gone);
    },
    lock: tabLock,
    urls: keptUrls(localStorage, Date.now),
    files: deviceFiles,
    now: Date.now,
  };
};

type ListName = Pick<ListFor, "account" | "guestKey" | "purpose" | "about">;
const nameOf = ({ account, guestKey, purpose, about }: ListName): string =>
  JSON.stringify([account ?? guestKey, purpose, about]);

/** Once in a tab: handles a connection that is restored, and a sign-out. */
const listen = () => {
  addEventListener("online", () => {
    for (const list of lists.values()) list.online();
  });
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && target.getAttribute("action")?.endsWith("/signout")) forgetAll();
  });
};

/** The list of a form. It lives as long as the tab, so that uploads continue while the person looks at another page. */
export const listFor = (wish: ListFor): UploadList => {
  const name = nameOf(wish);
  const found = lists.get(name);
  if (found) return found;
  if (!listening) listen();
  listening = true;
  const list = uploadList(wish, tools());
  lists.set(name, list);
  return list;
};

/** The form was taken: its files are in use, and the list begins anew. */
export const endList = (name: ListName): void => lists.get(nameOf(name))?.used();

const idleTimeoutMs = 3_000;

/** Takes every file of a form back. Ends after some seconds, reached or not: unused files go by themselves. */
export const emptyList = async (name: ListName): Promise<void> => {
  const list = lists.get(nameOf(name));
  for (const { key } of list?.rows() ?? []) list?.remove(key);
  await Promise.race([Promise.all(going), deviceClock.wait(idleTimeoutMs, [])]);
};

/** What the list of a guest's form is called on this device. */
export const guestName = (guestKey: string): string => `guest:${guestKey}`;

/** Another account's files do not stay on a device that somebody else uses now. */
export const forgetOthers = (account: string, guestKey: string | null): void => {
  forgetUrls(localStorage, account);
  void deviceFiles.forget(guestKey === null ? [account] : [account, guestName(guestKey)]);
};

const forgetAll = () => {
  for (const list of lists.values()) list.leave();
  lists.clear();
  forgetUrls(localStorage, null);
  void deviceFiles.forget(null);
};

/** Asks the server to throw away a file that nobody uses yet; tries for the time of an operation. */
export const withdrawUpload = ({ endpoint, transport }: { endpoint: string; transport: Transport }, url: string) =>
  throwAway({ endpoint, transport, now: deviceClock.now }, url, {
    clock: deviceClock,
    luck: Math.random,
    times: retryTimes,
  });
