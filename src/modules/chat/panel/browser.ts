import { followingOf } from "#src/ui/live/follow.ts";
import type { TalkSide } from "../domain/policy.ts";
import { type Chat, openChat } from "./chat.ts";
import { deviceKeeper } from "./outbox.ts";
import type { SenderParts } from "./sender.ts";
import { browserTalk, placeOf } from "./talk.ts";

const keeper = deviceKeeper();
const chats = new Map<string, Chat>();

/** Browsers without locks send all the same: the server knows each message by its id. */
const alone: SenderParts["alone"] = async (name, work) =>
  navigator.locks ? navigator.locks.request(name, work) : work();

function tabsOf(account: string): SenderParts["tabs"] {
  const channel = new BroadcastChannel(`chat-outbox:${account}`);
  return {
    notify: () => channel.postMessage("changed"),
    hear: (run) => {
      channel.addEventListener("message", run);
      return () => channel.close();
    },
  };
}

/** A random UUID; `crypto.randomUUID` is missing on a page without TLS. */
function messageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    const fixed = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The conversation of this page, opened once. Another account's words do not stay on this device. */
export function chatOf(account: string, chatId: string, side: TalkSide): Chat {
  const name = `${account} ${chatId}`;
  const known = chats.get(name);
  if (known) return known;
  void keeper.keepOnly(account);
  const made = openChat(
    { account, chatId, side },
    {
      keeper,
      alone,
      tabs: tabsOf(account),
      talk: browserTalk,
      follow: (listener) => followingOf(account).follow([placeOf(chatId).topic], listener),
      visible: () => document.visibilityState === "visible",
      newId: messageId,
      now: Date.now,
      luck: Math.random,
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  chats.set(name, made);
  return made;
}

/** Follows the chat while a page shows it, or its count; wakes it when the page or the line is back. */
export function follow(chat: Chat): () => void {
  const stop = chat.start();
  const seen = () => {
    if (document.visibilityState === "visible") chat.wake();
  };
  addEventListener("online", chat.wake);
  addEventListener("focus", chat.wake);
  document.addEventListener("visibilitychange", seen);
  return () => {
    stop();
    removeEventListener("online", chat.wake);
    removeEventListener("focus", chat.wake);
    document.removeEventListener("visibilitychange", seen);
  };
}
