import { useEffect, useState, useSyncExternalStore } from "react";
import { patiently } from "#src/ui/late-part.ts";
import type { TalkSide } from "../domain/policy.ts";
import type { Chat } from "../panel/chat.ts";
import type { Conversation } from "../panel/conversation.ts";

export type Opened = { chat: Chat; follow: (chat: Chat) => () => void };

/** The conversation of this device, once its part of the page is loaded. */
export function useOpened(me: string, chatId: string, side: TalkSide): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let here = true;
    void patiently(() => import("../panel/browser.ts")).then(
      ({ chatOf, follow }) => here && setOpened({ chat: chatOf(me, chatId, side), follow }),
    );
    return () => {
      here = false;
    };
  }, [me, chatId, side]);
  return opened;
}

/**
 * A conversation that a page shows while it is open: what this device knows of it, and what to show, which is `first`
 * (as the page brought it) until then.
 */
export function useLive({ chat, follow }: Opened, first: Conversation) {
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
