import { safeNext } from "#src/shared/next.ts";

/** What the return page of a popup sends to the page that opened it. Anything else on the channel is ignored. */
export type PopupMessage = { n: string; to?: string | undefined; message?: string | undefined };
export const popupChannel = "auth";

/** The acknowledgement of a message: its window can close. */
type Heard = { heard: string };

export const isHeard = (data: unknown, mark: string): boolean =>
  typeof data === "object" && data !== null && "heard" in data && data.heard === mark;

const newMark = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const isPopupMessage = (heard: unknown, mark: string): heard is PopupMessage =>
  typeof heard === "object" && heard !== null && "n" in heard && heard.n === mark;

/** Opens an empty window, inside the click: later the browser would not let us. Null when it is blocked. */
export function openPopup(): Window | null {
  if (typeof BroadcastChannel === "undefined") return null;
  const [width, height] = [480, 680];
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 3);
  const popup = window.open("", "_blank", `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (popup) popup.opener = null; // the provider's page is given no hold on ours
  return popup;
}

type Began = { to: string } | { message: string };

/** Asks our server to begin a way to the provider. `mark` is there when a popup waits for it. */
async function begin(form: HTMLFormElement, mark: string | null): Promise<Began> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
  if (mark) fields.set("popup", mark);
  const failed = "The connection failed. Check it and press the button again.";
  try {
    const answer = await fetch(form.action, { method: "POST", headers: { accept: "application/json" }, body: fields });
    const response: unknown = await answer.json();
    if (typeof response !== "object" || response === null) return { message: failed };
    if ("to" in response && typeof response.to === "string" && /^https?:\/\//.test(response.to))
      return { to: response.to };
    return { message: "title" in response && typeof response.title === "string" ? response.title : failed };
  } catch {
    return { message: failed };
  }
}

/** The whole page goes to the provider. Returns the words to show when it cannot. */
export async function goThere(form: HTMLFormElement): Promise<string | null> {
  const began = await begin(form, null);
  if ("message" in began) return began.message;
  window.location.assign(began.to);
  return null;
}

export type PopupEnd = { to: string } | { message: string };
const away = "The other window was closed, or it waits behind this one. Continue there, or press the button again.";
const lookEvery = 700;

/** Where to continue when the sign-in was done although its message never came; null while nobody is signed in. */
async function homeOfSession(form: HTMLFormElement): Promise<string | null> {
  const fields = new FormData(form);
  if (fields.get("purpose") !== "sign-in") return null;
  const answer = await fetch("/api/auth/get-session").catch(() => null);
  const response = (await answer?.json().catch(() => null)) as { user?: { role?: number } } | null;
  return response?.user ? safeNext(fields.get("next"), response.user.role === 3 ? "/admin" : "/dashboard") : null;
}

/**
 * The popup goes to the provider; `tell` receives the result. Where either side isolates its windows, ours looks closed
 * from here although it is open: so a closed window is no end, only a reason for a sentence once people are back here.
 * @returns stops listening.
 */
export function goInPopup(form: HTMLFormElement, popup: Window, tell: (end: PopupEnd) => void): () => void {
  const mark = newMark();
  const channel = new BroadcastChannel(popupChannel);
  let over = false;
  const stop = () => {
    over = true;
    channel.close();
    clearInterval(watch);
  };
  const end = (how: PopupEnd) => {
    stop();
    tell(how);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isPopupMessage(data, mark)) return;
    channel.postMessage({ heard: mark } satisfies Heard);
    const to = safeNext(data.to, "");
    if (to) end({ to });
    else if (typeof data.message === "string") end({ message: data.message.slice(0, 300) });
  });
  let left = false;
  const watch = setInterval(() => {
    if (!left || !popup.closed || !document.hasFocus()) return;
    clearInterval(watch);
    void homeOfSession(form).then((to) => {
      // A window that is on its way back looks closed, and its word may come while we ask.
      if (over) return;
      if (to) end({ to });
      else tell({ message: away });
    });
  }, lookEvery);
  void begin(form, mark).then((began) => {
    if ("to" in began) {
      left = true;
      if (!popup.closed) popup.location.replace(began.to);
      return;
    }
    popup.close();
    end(began);
  });
  return stop;
}
