import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Icon } from "#src/ui/icons.tsx";
import { Waiting } from "#src/ui/spinner.tsx";
import type { TalkNames } from "../domain/message.ts";
import type { Chat, ChatState } from "../panel/chat.ts";
import { cursorOf, newestSeen } from "../panel/conversation.ts";
import { shownUnsent } from "../panel/outbox.ts";
import { announcementOf, daysOf, type Times, withAsides } from "../panel/rows.ts";
import type { ShownMessage } from "../queries/message-page.ts";
import { ArrowDown } from "./drawings.ts";
import { Days, type UnsentActions, UnsentRow } from "./message-row.tsx";

const nearPx = 60;

/** The keyboard scrolls it, in browsers too that do not see to that themselves. */
const scrollable = { tabIndex: 0 };

type Growth = { readonly messages: readonly ShownMessage[]; readonly own: number };

/**
 * Stays at the newest message, unless the person reads further up; older ones above do not move what is read. `fresh`
 * counts what the other side wrote below since then.
 */
function useScroll(box: RefObject<HTMLElement | null>, { messages, own }: Growth, look: Chat["look"]) {
  const [first, last] = [messages[0]?.id ?? "", messages.at(-1)];
  const atEnd = useRef(true);
  /** Up to here everything was on the screen; null: it still is. */
  const [mark, setMark] = useState<string | null>(null);
  const before = useRef({ first, height: 0, own });
  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    const { first: oldFirst, height, own: oldOwn } = before.current;
    if (own > oldOwn || atEnd.current || !last) log.scrollTop = log.scrollHeight;
    else if (first !== oldFirst) log.scrollTop += log.scrollHeight - height;
    before.current = { first, height: log.scrollHeight, own };
  });
  const scrolled = (log: HTMLElement): void => {
    const end = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx;
    if (end === atEnd.current) return;
    atEnd.current = end;
    setMark(end ? null : last ? cursorOf(last) : "");
    look(end);
  };
  const fresh = mark === null ? 0 : messages.filter((one) => !one.mine && cursorOf(one) > mark).length;
  return { scrolled, fresh };
}

/** Stands over the end of what one reads: what came meanwhile, and the way down. The key End does the same. */
const Fresh = ({ count, box }: { count: number; box: RefObject<HTMLElement | null> }) => (
  <div className="[position:sticky] bottom-1 z-1 flex h-0 justify-center">
    <button
      type="button"
      className="inline-flex h-9 -translate-y-full items-center gap-1.5 rounded-[18px] border border-pen-line bg-raised pr-3.5 pl-2.5 text-(length:--text-sm) font-semibold whitespace-nowrap text-pen shadow-lift before:absolute before:inset-x-0 before:-inset-y-1 hover:bg-pen-tint"
      onClick={() => {
        const log = box.current;
        if (!log) return;
        log.scrollTop = log.scrollHeight;
        log.focus({ preventScroll: true });
      }}
    >
      <Icon of={ArrowDown} className="size-4.5" />
      {count === 1 ? "1 new message" : `${count} new messages`}
    </button>
  </div>
);

/** Words for screen readers about messages that came while the panel was open. */
function useAnnouncement({ conversation }: ChatState, who: string): string {
  const [message, say] = useState("");
  const known = useRef<string | null>(null);
  useEffect(() => {
    const { cursor, messages } = conversation;
    const from = known.current;
    known.current = cursor;
    if (from === null || cursor === null || from === cursor) return;
    const text = announcementOf(
      messages.filter((one) => !one.mine && cursorOf(one) > from),
      who,
    );
    if (text) say(text);
  }, [conversation, who]);
  return message;
}

const Typing = ({ who }: { who: string }) => (
  <p className="mt-2.5 flex items-center gap-2 text-(length:--text-sm) text-ink-2">
    <span className="typing inline-flex gap-[3px]" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    {`${who} is writing`}
  </p>
);

const Rest = ({ state, words }: { state: ChatState; words: ReactNode }) => {
  if (state.session === "loading") return <Waiting>Loading the conversation</Waiting>;
  if (state.session === "away" && state.conversation.version < 0)
    return <p>We could not load the conversation. Nothing is lost; it comes as soon as the connection is back.</p>;
  if (state.conversation.version < 0) return null;
  if (words) return words;
  return (
    <>
      <p className="strong">Ask us anything about your order.</p>
      <p>Write here, and add a file if it helps. The answer comes to this place, also while you are away.</p>
    </>
  );
};

const waitsFor = ({ session }: ChatState, online: boolean): string | null => {
  if (session === "signed-out") return "Waits for your sign-in";
  return online ? null : "Waits for the connection";
};

type Props = {
  readonly chat: Chat;
  readonly state: ChatState;
  readonly times: Times;
  readonly online: boolean;
  readonly on: UnsentActions;
  readonly names: TalkNames;
  /** Shown before the first message. */
  readonly rest?: ReactNode;
  /** What Support has between the messages. */
  readonly asides?: readonly ShownMessage[];
  /** What stands below the newest message. */
  readonly foot?: ReactNode;
};

const noAsides: readonly ShownMessage[] = [];

/** The conversation: days, messages, what is on its way, and who writes. */
export const MessageLog = ({ chat, state, times, online, on, names, rest, asides = noAsides, foot }: Props) => {
  const { conversation, unsent, typing, fetching } = state;
  const { messages, older } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const going = useMemo(() => shownUnsent(unsent, new Set(messages.map(({ id }) => id))), [unsent, messages]);
  const days = useMemo(() => daysOf(withAsides(messages, asides, older), times), [messages, asides, older, times]);
  const seen = newestSeen(conversation);
  const { other } = names;
  const { scrolled, fresh } = useScroll(box, { messages, own: unsent.length }, chat.look);
  const message = useAnnouncement(state, other);
  const waits = waitsFor(state, online);
  const empty = messages.length === 0 && going.length === 0;
  return (
    <section
      ref={box}
      className={empty ? "chat-log chat-rest" : "chat-log"}
      aria-label="Conversation"
      {...scrollable}
      onScroll={({ currentTarget }) => {
        scrolled(currentTarget);
        if (older && currentTarget.scrollTop < nearPx) void chat.older();
      }}
    >
      {empty && <Rest state={state} words={rest} />}
      {older && (
        <p className="-mt-2 text-center text-(length:--text-sm)">
          <button type="button" className="link" aria-busy={fetching} onClick={() => void chat.older()}>
            Earlier messages
          </button>
        </p>
      )}
      <Days days={days} names={names} times={times} seen={seen} sentAsItIs={chat.sentAsItIs} />
      {going.length > 0 && (
        <ul className="flex flex-col gap-2.5" aria-label="On their way">
          {going.map((one) => (
            <UnsentRow key={one.id} one={one} names={names} times={times} waits={waits} on={on} />
          ))}
        </ul>
      )}
      {typing && <Typing who={other} />}
      {foot}
      {fresh > 0 && <Fresh count={fresh} box={box} />}
      <p className="vh" role="status">
        {message}
      </p>
    </section>
  );
};
