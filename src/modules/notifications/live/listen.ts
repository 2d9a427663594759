import { debounced, followingOf } from "#src/ui/live/follow.ts";
import { toast } from "#src/ui/toasts.tsx";
import { unreadStore } from "./store.ts";

type Inbox = {
  unread: number;
  answers: number;
  notices: readonly {
    id: string;
    kind: string;
    title: string;
    text: string;
    path: string;
    at: string;
    read: boolean;
  }[];
};

/** Within this time an opening page has mostly received its topics' versions, which its first request covers too. */
const firstMs = 300;
/** What happens at once is often more than one topic's. */
const gatherMs = 50;
const longestMs = 15_000;
/** A request without an answer is repeated: the stream announces an update once. */
const againMs = 10_000;

/** What of the newest notices is new to this page: unread, later than what was there before, and about another page. */
export const newSince = (answer: Inbox, known: string, here: string): Inbox["notices"] =>
  answer.notices.filter(({ at, read, path }) => !read && at > known && path !== here);

/** An admin's title is what it is about, and the first sentence says what happened; a client's title says both. */
export const toastText = ({ kind, title, text }: Pick<Inbox["notices"][number], "kind" | "title" | "text">): string =>
  kind.startsWith("admin.") ? `${title}: ${/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text}` : title;

const readThose = (path: string): Promise<unknown> =>
  fetch("/api/notices/read", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path }),
  }).catch(() => null);

/** The chat's tile where the page has one, else the page that opens with it. */
const openChat = (): void => {
  const tile = document.querySelector<HTMLElement>(".chat-btn");
  if (tile) tile.click();
  else location.assign("/contact#chat");
};

const sayAnswer = (): void => {
  if (document.querySelector("[data-chat-page]") === null)
    toast("Support has answered you.", { tone: "info", action: { label: "Open the chat", onAction: openChat } });
};

type Line = Pick<ReturnType<typeof followingOf>, "follow">;
type Listening = {
  readonly stop: () => void;
  /** Another page of the product is open: what leads there is read. */
  readonly moved: (path: string) => void;
};

/**
 * Keeps the count of this page true and shows new notices at the bottom right, once, in the tab that is looked at.
 * What leads to the page that is open says nothing: it is read at once.
 */
export function listen(account: string, { follow }: Line = followingOf(account)): Listening {
  let known: string | null = null;
  let answers = 0;
  let unread: Inbox["notices"] = [];
  const looked = (): boolean => document.visibilityState === "visible";
  const moved = (path: string): void => {
    if (looked() && unread.some((one) => one.path === path)) void readThose(path);
  };
  const ask = async (): Promise<void> => {
    // A request without an answer would block those after it.
    const inbox: Inbox | null | "busy" = await fetch("/api/notices", { signal: AbortSignal.timeout(longestMs) })
      .then((answer) => (answer.ok ? answer.json() : answer.status >= 500 || answer.status === 429 ? "busy" : null))
      .catch(() => "busy");
    if (inbox === "busy") return soon(againMs);
    if (!inbox) return;
    unread = inbox.notices.filter(({ read }) => !read);
    const open = looked() ? unread.filter(({ path }) => path === location.pathname).length : 0;
    unreadStore.set(inbox.unread - open);
    const newest = inbox.notices[0]?.at ?? "";
    if (known !== null && looked())
      for (const one of newSince(inbox, known, location.pathname))
        toast(toastText(one), { tone: "info", action: { label: "Open", onAction: () => location.assign(one.path) } });
    if (known !== null && looked() && inbox.answers > answers) sayAnswer();
    answers = inbox.answers;
    known = newest > (known ?? "") ? newest : (known ?? newest);
    here();
  };
  const here = (): void => moved(location.pathname);
  const { schedule: soon, stop } = debounced(ask);
  soon(firstMs);
  document.addEventListener("visibilitychange", here);
  const unfollow = follow([`notices:${account}`, `chat:${account}`], { at: () => soon(gatherMs) });
  return {
    moved,
    stop: () => {
      unfollow();
      stop();
      document.removeEventListener("visibilitychange", here);
    },
  };
}
