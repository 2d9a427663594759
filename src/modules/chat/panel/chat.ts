import { minuteMs } from "#src/shared/units.ts";
import type { Listener } from "#src/ui/live/follow.ts";
import { otherSide } from "../domain/message.ts";
import type { TalkSide } from "../domain/policy.ts";
import {
  allRead,
  type Conversation,
  cursorOf,
  newestOfOthers,
  noConversation,
  unsettledMessages,
  withPage,
  withSeen,
} from "./conversation.ts";
import { settled, type Unsent } from "./outbox.ts";
import { openSender, type SenderParts } from "./sender.ts";
import type { Talk } from "./talk.ts";

/** How it stands between this page and the chat. none: there is no session. away: the server does not answer. */
type Session = "loading" | "ready" | "none" | "signed-out" | "away";

export type ChatState = {
  readonly conversation: Conversation;
  readonly unsent: readonly Unsent[];
  readonly session: Session;
  /** The other side writes at the moment. */
  readonly typing: boolean;
  /** Older messages are on their way. */
  readonly fetching: boolean;
};

export type ChatParts = Omit<SenderParts, "account" | "send"> & {
  readonly talk: Talk;
  readonly follow: (listener: Listener) => () => void;
  readonly newId: () => string;
  /** Whether somebody can see the page. */
  readonly visible: () => boolean;
};

/** How often a page polls that receives no updates. */
export const pollMs = { open: 15_000, closed: minuteMs };
/** The delay before a page asks again after an update when the server gave no answer; doubled each time. */
const retryMs = { first: 1_000, longest: minuteMs };
const typingMs = 6_000;
const typingEveryMs = 3_000;

type About = { readonly account: string; readonly chatId: string; readonly side: TalkSide };

/** One conversation of this page: what is known, what is on its way out, and what keeps both up to date. */
export function openChat({ account, chatId, side }: About, parts: ChatParts) {
  const { talk, later, now } = parts;
  const watchers = new Set<() => void>();
  let state: ChatState = {
    conversation: noConversation(side),
    unsent: [],
    session: "loading",
    typing: false,
    fetching: false,
  };
  let shown = false;
  let looking = true;
  let connected = false;
  let reading = false;
  let again = false;
  let typingSentAt = Number.NEGATIVE_INFINITY;
  let stopTyping = (): void => undefined;
  let stopPoll = (): void => undefined;
  let stopRetry = (): void => undefined;
  let retryWait = retryMs.first;

  const change = (part: Partial<ChatState>): void => {
    state = { ...state, ...part };
    for (const notify of watchers) notify();
  };

  const sender = openSender(
    { ...parts, account, send: talk.send },
    {
      changed: (all) => {
        const mine = all.filter((one) => one.chatId === chatId);
        change({ unsent: mine });
        tidy();
        if (mine.some((one) => one.state === "sent")) void catchUp();
      },
      signedOut: (out) => out !== (state.session === "signed-out") && change({ session: out ? "signed-out" : "ready" }),
    },
  );
  const tidy = (): void => void sender.drop(settled(state.unsent, state.conversation.cursor));

  /** One page after what is known; true when there is more to ask for. */
  const readOn = async (): Promise<boolean> => {
    const after = state.conversation.cursor ?? undefined;
    const again = unsettledMessages(state.conversation).join(",");
    const answer = await talk.read({ chatId, ...(after !== undefined && { after }), ...(again && { again }) });
    if (answer.kind !== "ok") {
      const session = answer.kind === "refused" ? "away" : answer.kind;
      // No answer says nothing about the session: signed out stays signed out.
      if (session !== "away" || state.session !== "signed-out") change({ session });
      if (answer.kind === "away") retry();
      return false;
    }
    retryWait = retryMs.first;
    if (state.session === "signed-out") sender.run();
    const before = state.conversation;
    const conversation = withPage(before, answer.value, { after });
    const spoke = newestOfOthers(conversation)?.id !== newestOfOthers(before)?.id;
    change({ conversation, session: "ready", ...(spoke && { typing: false }) });
    tidy();
    return answer.value.newer;
  };

  /** Reads until nothing is newer. Asked again while it reads, it looks once more. */
  async function catchUp(): Promise<void> {
    again = true;
    if (reading) return;
    reading = true;
    stopRetry();
    try {
      while (again) {
        again = false;
        if (await readOn()) again = true;
      }
    } finally {
      reading = false;
    }
    sendSeen();
  }

  /** The stream announces an update once: a missing answer is requested again. Without a stream the poll asks. */
  const retry = (): void => {
    stopRetry();
    stopRetry = later(retryWait * (0.5 + parts.luck()), () => {
      if (connected) void catchUp();
    });
    retryWait = Math.min(retryWait * 2, retryMs.longest);
  };

  /** The other side learns how far it was read, while the conversation is open and visible. */
  const sendSeen = (): void => {
    const { conversation, session } = state;
    const newest = newestOfOthers(conversation);
    if (!shown || !looking || !parts.visible() || session !== "ready" || !newest || conversation.unread === 0) return;
    change({ conversation: allRead(conversation) });
    void talk.seen(chatId, newest.timestamp);
  };

  const poll = (): void => {
    stopPoll();
    stopPoll = later(shown ? pollMs.open : pollMs.closed, () => {
      if (!connected && parts.visible()) void catchUp();
      poll();
    });
  };

  const listener: Listener = {
    at: (_topic, version) => {
      if (version > state.conversation.version) void catchUp();
    },
    ephemeral: (_topic, { typing, seen, to }) => {
      const other = otherSide(side);
      if (seen === other && to) change({ conversation: withSeen(state.conversation, to) });
      if (typing !== other) return;
      stopTyping();
      stopTyping = later(typingMs, () => change({ typing: false }));
      change({ typing: true });
    },
    connected: (open) => {
      const back = open && !connected;
      connected = open;
      if (open) void catchUp();
      // The server answers again: what waits need not wait longer.
      if (back) void sender.hurry();
    },
  };

  return {
    id: chatId,
    state: (): ChatState => state,
    subscribe: (notify: () => void): (() => void) => {
      watchers.add(notify);
      return () => void watchers.delete(notify);
    },
    /** Begins to follow the chat; answers how to stop. What is unsent continues being sent. */
    start: (): (() => void) => {
      const unfollow = parts.follow(listener);
      void catchUp();
      void sender.show().then(sender.run);
      poll();
      return () => {
        unfollow();
        stopPoll();
        stopRetry();
        connected = false;
      };
    },
    /** The conversation is on the screen, or not any more. A person's chat is made when it is first shown. */
    show: async (open: boolean): Promise<void> => {
      shown = open;
      looking = true;
      poll();
      if (!open) return;
      sendSeen();
      if (side === "person" && state.conversation.version < 1) await talk.open();
      await catchUp();
    },
    /** Whether the newest message is on the screen: what stands below what one reads is not seen yet. */
    look: (atEnd: boolean): void => {
      looking = atEnd;
      sendSeen();
    },
    /** The page is looked at again, or the line is back: everything that waits is tried now. */
    wake: (): void => {
      void catchUp();
      void sender.hurry();
    },
    /**
     * A message holds one file: further ones follow as messages of their own. `over`: the colleague in whose chat Support
     * answers all the same. Resolves when all are kept.
     */
    sendAll: async (
      text: string,
      files: readonly NonNullable<Unsent["file"]>[],
      over: string | null = null,
    ): Promise<void> => {
      const [first = null, ...others] = files;
      const all = [{ text, file: first }, ...others.map((file) => ({ text: "", file }))];
      await sender.add(all.map((one) => ({ ...one, over, id: parts.newId(), chatId })));
    },
    retry: sender.hurry,
    askPerson: sender.askPerson,
    drop: (id: string): Promise<void> => sender.drop([id]),
    /** Others have an own file as it is, with what could not be taken out of it. */
    sentAsItIs: (fileId: string): void => void talk.sentAsItIs(fileId).then(catchUp),
    /** The page before the first message. */
    older: async (): Promise<void> => {
      const [first] = state.conversation.messages;
      if (!first || !state.conversation.older || state.fetching) return;
      change({ fetching: true });
      const before = cursorOf(first);
      const answer = await talk.read({ chatId, before });
      const conversation =
        answer.kind === "ok" ? withPage(state.conversation, answer.value, { before }) : state.conversation;
      change({ conversation, fetching: false });
    },
    /** The person writes: the other side learns it, at most every three seconds. */
    typed: (): void => {
      if (!connected || now() - typingSentAt < typingEveryMs) return;
      typingSentAt = now();
      talk.typing(chatId);
    },
  };
}
export type Chat = ReturnType<typeof openChat>;
