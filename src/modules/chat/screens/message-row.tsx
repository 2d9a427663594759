import { useState } from "react";
import { cx } from "#src/ui/class-names.ts";
import { CircleAlert, Icon } from "#src/ui/icons.tsx";
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
      <a key={start} href={href} target="_blank" rel="noopener noreferrer nofollow">
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
          <button type="button" className="link" onClick={() => setWhole(true)}>
            Show all
          </button>
        </>
      )}
    </div>
  );
};

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
  const time = <time dateTime={timestamp}>{times.clock(timestamp)}</time>;
  if (aside !== undefined)
    return (
      <li className="aside">
        <div className="who">
          <b>{aside}</b>
          {time}
        </div>
        {text && <p>{text}</p>}
      </li>
    );
  if (senderType === "system")
    return (
      <li className="sys">
        {text} {time}
      </li>
    );
  const who = (
    <b>
      {mine ? names.me : names.other}
      {by && <span className="by">{`, ${by}`}</span>}
    </b>
  );
  return (
    <li className={cx("msg", mine && "me")}>
      <div className="who">
        {mine ? time : who}
        {mine ? who : time}
      </div>
      {text && (
        <div className="say">
          <MessageText text={text} masked={masked} />
        </div>
      )}
      {masked && (
        <p className="hid-why">
          Contact details are hidden here, for your safety and the other side&apos;s. Write in this conversation.
        </p>
      )}
      <Attached message={message} sentAsItIs={sentAsItIs} />
      {seen && (
        <div className="state">
          <Icon of={CheckCheck} />
          Seen
        </div>
      )}
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
  <span className="acts">
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
      <div className="who">
        <time dateTime={iso}>{times.clock(iso)}</time>
        <b>{names.me}</b>
      </div>
      {one.text && (
        <div className="say">
          <MessageText text={one.text} />
        </div>
      )}
      {one.file && <GoingFile file={one.file} />}
      {!taken && (
        <div className="state">
          <Icon of={bad ? CircleAlert : Clock} />
          {text}
          {(bad || one.tries > 0) && <Acts one={one} on={on} />}
        </div>
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
      <div className="day" aria-hidden="true">
        {text}
      </div>
      <ul className="msgs">
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
