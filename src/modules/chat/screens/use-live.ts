import { useEffect, useSyncExternalStore } from "react";
import type { Chat } from "../panel/chat.ts";
import type { Conversation } from "../panel/conversation.ts";

/**
 * A conversation that a page shows while it is open: what this device knows of it, and what to show, which is `first`
 * (as the page brought it) until then.
 */
export function useLive(chat: Chat, follow: (chat: Chat) => () => void, first: Conversation) {
  const known = useSyncExternalStore(chat.subscribe, chat.state);
  const state = known.session === "loading" ? { ...known, session: "ready" as const, conversation: first } : known;
  useEffect(() => {
    const stop = follow(chat);
    void chat.show(true);
    return () => {
      void chat.show(false);
      stop();
    };
  }, [chat, follow]);
  return { known, state };
}
