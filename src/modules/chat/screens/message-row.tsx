import { type ReactNode, useState } from "react";
import { cx } from "#src/ui/class-names.ts";
import { CircleAlert, type Drawing, Icon } from "#src/ui/icons.tsx";
import { MaskedText } from "#src/ui/masked-text.tsx";
import type { TalkNames } from "../domain/message.ts";
import { newestSeen, noConversation, withPage } from "../panel/conversation.ts";
import type { Unsent } from "../panel/outbox.ts";
import { beginningOf, daysOf, piecesOf, type Times, timesIn, withAsides } from "../panel/rows.ts";
import type { ChatPage, ShownMessage } from "../queries/message-page.ts";
import type { OrderThreadData } from "../threads/order-thread.server.ts";
import { Attached, GoingFile } from "./attached.tsx";
import { CheckCheck, Clock } from "./drawings.ts";

/** Pieces of a text by where they begin. */
const placed = (text: string) => {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const start = at;
    at += piece.text.length;
    return { ...piece, start };
  });
};

const Pieces = ({ text }: { text: string }) =>
  placed(text).map(({ text: part, href, start }) =>
    href ? (
      <a key={start} className="[unicode-bidi:isolate]" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <span key={start}>{part}</span>
    ),
  );

/** A text as it was typed: never markup, its direction its own, addresses as links, long ones cut until asked for. */
export const MessageText = ({ text, masked = false }: { text: string; masked?: boolean }) => {
  const [whole, setWhole] = useState(false);
  const beginning = whole ? null : beginningOf(text);
  return (
    <div className="words" dir="auto">
      {masked ? (
        <MaskedText text={beginning ?? text} plain={(part) => <Pieces text={part} />} />
      ) : (
        <Pieces text={beginning ?? text} />
      )}
      {beginning !== null && (
        <>
          {"… "}
          <button type="button" className="link min-h-0 text-(length:--text-sm)" onClick={() => setWhole(true)}>
            Show all
          </button>
        </>
      )}
    </div>
  );
};

type TimeProps = { iso: string; times: Times; colour?: string };

const Time = ({ iso, times, colour = "text-ink-3" }: TimeProps) => (
  <time dateTime={iso} className={cx("text-(length:--text-xs) tabular-nums", colour)}>
    {times.clock(iso)}
  </time>
);

const whoStyle = "mb-[3px] flex items-baseline gap-2 text-sm/5";

/** How the message stands, below it. */
const State = ({ icon, bad = false, children }: { icon: Drawing; bad?: boolean; children: ReactNode }) => (
  <div
    className={cx(
      "mt-0.5 flex flex-wrap items-center justify-end gap-x-1.5 text-xs",
      bad ? "font-medium text-error" : "text-ink-3",
    )}
  >
    <Icon of={icon} className="size-[15px]" />
    {children}
  </div>
);

type RowProps = {
  readonly message: ShownMessage;
  readonly names: TalkNames;
  readonly times: Times;
  readonly seen: boolean;
  readonly sentAsItIs?: ((fileId: string) => void) | undefined;
};

/** A message that the server has. */
const MessageRow = ({ message, names, times, seen, sentAsItIs }: RowProps) => {
  const { message: text, timestamp, mine, senderType, masked = false, by, aside } = message;
  const time = <Time iso={timestamp} times={times} />;
  if (aside !== undefined)
    return (
      <li className="self-stretch rounded-sm border border-dashed border-edge bg-warn-tint px-3 py-2.5 text-sm">
        <div className="flex flex-wrap justify-between gap-x-2">
          <b className="strong">{aside}</b>
          <Time iso={timestamp} times={times} colour="text-ink-2" />
        </div>
        {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      </li>
    );
  if (senderType === "system")
    return (
      <li className="max-w-[92%] self-center py-0.5 text-center text-sm/5 text-ink-2">
        {text} {time}
      </li>
    );
  const who = (
    <b className="strong">
      {mine ? names.me : names.other}
      {by && <span className="font-normal text-ink-2">{`, ${by}`}</span>}
    </b>
  );
  return (
    <li className={cx("msg", mine && "me")}>
      <div className={cx(whoStyle, mine && "justify-end")}>
        {mine ? time : who}
        {mine ? who : time}
      </div>
      {text && (
        <div className="say">
          <MessageText text={text} masked={masked} />
        </div>
      )}
      {masked && (
        <p className="mt-1 max-w-96 text-start text-xs/4.5 text-ink-3">
          Contact details are hidden here, for your safety and the other side&apos;s. Write in this conversation.
        </p>
      )}
      <Attached message={message} sentAsItIs={sentAsItIs} />
      {seen && <State icon={CheckCheck}>Seen</State>}
    </li>
  );
};

export type UnsentActions = {
  readonly retry: () => void;
  /** A person reads what a rule refused; not where client and writer talk. */
  readonly ask?: (id: string) => void;
  readonly drop: (id: string) => void;
  readonly edit: (one: Unsent) => void;
};

const stateText = ({ state, why, tries }: Unsent, waits: string | null): { text: string; bad: boolean } => {
  if (state === "refused") return { text: why ?? "Not sent.", bad: true };
  if (waits !== null) return { text: waits, bad: false };
  return tries > 0 ? { text: "Not sent yet", bad: true } : { text: "Sending", bad: false };
};

const Acts = ({ one, on }: { one: Unsent; on: UnsentActions }) => (
  <span className="ml-1.5 flex gap-3 text-(length:--text-sm) *:min-h-8">
    {one.mayAsk && one.state === "refused" && (
      <button type="button" className="link" onClick={() => on.ask?.(one.id)}>
        Ask a person to read it
      </button>
    )}
    {one.state === "refused" ? (
      <button type="button" className="link" onClick={() => on.edit(one)}>
        Edit
      </button>
    ) : (
      <button type="button" className="link" onClick={on.retry}>
        Try again
      </button>
    )}
    <button type="button" className="link" onClick={() => on.drop(one.id)}>
      Delete
    </button>
  </span>
);

type UnsentProps = {
  readonly one: Unsent;
  readonly names: TalkNames;
  readonly times: Times;
  /** What all of them wait for; null: they can be sent. */
  readonly waits: string | null;
  readonly on: UnsentActions;
};

/** A message on its way. */
export const UnsentRow = ({ one, names, times, waits, on }: UnsentProps) => {
  const { text, bad } = stateText(one, waits);
  const iso = one.timestamp ?? new Date(one.at).toISOString();
  const taken = one.state === "sent";
  return (
    <li className={cx("msg me", !taken && "going", bad && "bad")}>
      <div className={cx(whoStyle, "justify-end")}>
        <Time iso={iso} times={times} />
        <b className="strong">{names.me}</b>
      </div>
      {one.text && (
        <div className="say">
          <MessageText text={one.text} />
        </div>
      )}
      {one.file && <GoingFile file={one.file} />}
      {!taken && (
        <State icon={bad ? CircleAlert : Clock} bad={bad}>
          {text}
          {(bad || one.tries > 0) && <Acts one={one} on={on} />}
        </State>
      )}
    </li>
  );
};

type DaysProps = Omit<RowProps, "message" | "seen"> & {
  readonly days: ReturnType<typeof daysOf>;
  /** Id of the newest message that the other side has read. */
  readonly seen: string | undefined;
};

/** Messages below the names of their days. */
export const Days = ({ days, seen, ...more }: DaysProps) =>
  days.map(({ key, text, messages }) => (
    <section key={key} aria-label={text}>
      <div className="day mb-2 flex items-center gap-3 text-xs text-ink-3" aria-hidden="true">
        {text}
      </div>
      <ul className="flex flex-col gap-2.5">
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} seen={message.id === seen} {...more} />
        ))}
      </ul>
    </section>
  ));

type StillProps = { page: ChatPage; names: TalkNames; zone: string; asides?: readonly ShownMessage[] };

/** A conversation as the server knew it: what stands there before scripts work, and without them. */
export const StillDays = ({ page, names, zone, asides = [] }: StillProps) => {
  const conversation = withPage(noConversation(page.side), page, {});
  const times = timesIn(zone);
  const days = daysOf(withAsides(page.messages, asides, page.older), times);
  return <Days days={days} names={names} times={times} seen={newestSeen(conversation)} />;
};

/** Shown before the first message. */
export const nothingYet = ({ names, side }: OrderThreadData) => (
  <p className="soft">
    {side === "writer"
      ? `Nothing was written yet. ${names.other} reads it here and gets an e-mail.`
      : `Nothing was written yet. Ask ${names.other} about the work, or send a file that helps.`}
  </p>
);
