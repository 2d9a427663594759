import { followingOf } from "#src/ui/live/follow.ts";
import { toast } from "#src/ui/toasts.tsx";
import { unreadStore } from "./store.ts";

type Said = {
  unread: number;
  notices: readonly { id: string; title: string; path: string; at: string; read: boolean }[];
};

/** What of the newest notices is new to this page: unread, and later than what was there before. */
export const newSince = (said: Said, known: string): Said["notices"] =>
  said.notices.filter(({ at, read }) => !read && at > known);

/**
 * Keeps the count of this page true and shows new notices at the bottom right, once, in the tab that is looked at.
 * Returns how to stop.
 */
export function listen(account: string): () => void {
  let known: string | null = null;
  const ask = async (): Promise<void> => {
    const answer = await fetch("/api/notices", { headers: { accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const said = (await answer.json()) as Said;
    unreadStore.set(said.unread);
    const newest = said.notices[0]?.at ?? "";
    if (known !== null && document.visibilityState === "visible")
      for (const { title, path } of newSince(said, known))
        toast(title, { tone: "info", action: { label: "Open", onAction: () => location.assign(path) } });
    known = newest > (known ?? "") ? newest : (known ?? newest);
  };
  void ask();
  return followingOf(account).follow([`notices:${account}`], { at: () => void ask() });
}
