import { deviceFiles } from "./kept-files.ts";
import { forgetUrls, keptUrls } from "./kept-urls.ts";
import { tabLock } from "./tab-lock.ts";
import { takeBack } from "./take-back.ts";
import { type ListFor, type Tools, type UploadList, uploadList } from "./upload-list.ts";
import { uploadTask } from "./upload-task.ts";
import { xhrTransport } from "./xhr-transport.ts";

const lists = new Map<string, UploadList>();

const tools = (): Tools => {
  const endpoint = new URL("/files", location.href).href;
  return {
    endpoint,
    start: (file, options) => uploadTask(file, { ...options, transport: xhrTransport }),
    remove: (url) => void takeBack({ endpoint, transport: xhrTransport }, url),
    lock: tabLock,
    urls: keptUrls(localStorage, Date.now),
    files: deviceFiles,
    now: Date.now,
  };
};

const nameOf = ({ account, guestKey, place, about }: ListFor): string =>
  JSON.stringify([account ?? guestKey, place, about]);

/** The list of a form. It lives as long as the tab, so that uploads go on while the person looks at another page. */
export const listFor = (wish: ListFor): UploadList => {
  const name = nameOf(wish);
  const found = lists.get(name);
  if (found) return found;
  if (lists.size === 0)
    addEventListener("online", () => {
      for (const list of lists.values()) list.online();
    });
  const list = uploadList(wish, tools());
  lists.set(name, list);
  return list;
};

/** The form was taken or thrown away: the next one begins with an empty list. */
export const endList = (wish: ListFor): void => {
  lists.get(nameOf(wish))?.clear();
};

/** What other accounts left on this device goes; `null` when the person signs out. */
export const forgetOthers = (account: string | null, guestKey: string | null = null): void => {
  forgetUrls(localStorage, account);
  const guests = guestKey === null ? [] : [`guest:${guestKey}`];
  void deviceFiles.forget(account === null && guestKey === null ? null : [...guests, ...(account ? [account] : [])]);
};
