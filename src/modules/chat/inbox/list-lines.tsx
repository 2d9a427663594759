import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar, initials } from "#src/ui/avatar.tsx";
import { cx } from "#src/ui/class-names.ts";
import { TagMark } from "#src/ui/status.tsx";
import { PickChat } from "./close-many.tsx";
import { type Clock, type InboxAsk, inboxAddress, linePath, waitLabel, whenLabel } from "./labels.ts";
import type { InboxList } from "./list.server.ts";

type Line = InboxList["list"]["lines"][number];
type ChatLine = Extract<Line, { kind: "chat" }>;
type EnquiryLine = Extract<Line, { kind: "enquiry" }>;
/** What every line of the list is drawn with. */
export type LineContext = {
  ask: InboxAsk;
  clock: Clock;
  path: string;
  targetMs: number;
  /** Why the last step left a chat as it is. */
  left: ReadonlyMap<string, string>;
};

type WhenProps = { since: Date | null; last: Date | null; unread: boolean; context: LineContext };

/** How long somebody waits, else when the last message came. */
const When = ({ since, last, unread, context: { clock, targetMs } }: WhenProps) => {
  const colour = unread ? "font-semibold text-pen" : "text-ink-3";
  const className = "text-xs/5.5 whitespace-nowrap tabular-nums";
  if (!since)
    return (
      last && (
        <time dateTime={last.toISOString()} className={cx(className, colour)}>
          {whenLabel(last, clock)}
        </time>
      )
    );
  const { short, text, over } = waitLabel(since, clock.now, targetMs);
  return (
    <time
      dateTime={since.toISOString()}
      title={text}
      className={cx(className, over ? "font-semibold text-error" : colour)}
    >
      <span aria-hidden="true">{short}</span>
      <span className="vh">{text}</span>
    </time>
  );
};

/** Who answers: the viewer, a colleague, or nobody yet. */
const Holder = ({ line: { assignedTo, holder }, me }: { line: ChatLine; me: string }) => {
  const mine = assignedTo === me;
  const text = assignedTo ? (mine ? "You have it" : `${holder ?? "Somebody"} has it`) : "Nobody has it";
  return (
    <span
      className={cx(
        "grid h-6 min-w-6 place-items-center rounded-[12px] border px-[5px] text-[0.6875rem] font-semibold",
        mine ? "border-pen bg-pen text-on-pen" : "border-edge text-ink-2",
        !assignedTo && "border-dashed",
      )}
      title={text}
    >
      {assignedTo && <span aria-hidden="true">{mine ? "You" : initials(holder ?? "?")}</span>}
      <span className="vh">{text}</span>
    </span>
  );
};

const lastText = ({ lastMessage, lastSenderRole }: ChatLine): string => {
  const text = lastMessage ?? "";
  return lastSenderRole === 3 ? `You: ${text}` : text;
};

const tag = "ml-2 min-h-5 px-1.5 text-(length:--text-xs) font-normal";

type WordsProps = { unread: boolean; name: ReactNode; email?: string; text: string; why?: string | undefined };

/** The name, and below it the last words. */
const Words = ({ unread, name, email, text, why }: WordsProps) => (
  <span className="grid leading-5.5">
    <b className={cx("truncate", unread ? "font-semibold" : "font-normal")} title={email}>
      {name}
    </b>
    <span className={cx("truncate text-sm", unread ? "text-ink" : "text-ink-2")}>{text}</span>
    {why && <span className="overflow-hidden text-sm text-ellipsis text-error">{why}</span>}
  </span>
);

type LinkProps = { line: Line; name: string; context: LineContext; children: ReactNode };

/** The whole line: whose it is, and the conversation that it opens. */
const LineLink = ({ line, name, context: { ask, path }, children }: LinkProps) => (
  <Link
    to={inboxAddress(linePath(line), ask)}
    aria-current={path.endsWith(`/${line.id}`) ? "true" : undefined}
    className="title"
    preventScrollReset
  >
    <Avatar name={name} />
    {children}
  </Link>
);

/** What stands against closing a chat with others. */
const againstClosing = ({ state, assignedTo, holder }: ChatLine, me: string): string => {
  if (state === "closed") return "closed already";
  return assignedTo !== null && assignedTo !== me ? `held by ${holder ?? "a colleague"}` : "";
};

/** A conversation in the list. */
export const ChatItem = ({ line, me, context }: { line: ChatLine; me: string; context: LineContext }) => {
  const { id, userName, lastMessageTime, supportUnread, waitingSince, state, writer } = line;
  const { ask, left } = context;
  const unread = supportUnread > 0;
  const why = left.get(id);
  return (
    <li data-row="">
      {ask.select && (
        <PickChat
          chat={{ id, name: userName }}
          last={lastMessageTime?.toISOString() ?? ""}
          against={againstClosing(line, me)}
          chosen={why !== undefined}
        />
      )}
      <LineLink line={line} name={userName} context={context}>
        <Words
          unread={unread}
          name={
            <>
              {userName}
              {writer && <TagMark className={tag}>{writer}</TagMark>}
              {state === "closed" && <TagMark className={tag}>closed</TagMark>}
            </>
          }
          text={lastText(line)}
          why={why}
        />
        <span className="grid justify-items-end gap-1">
          <When since={waitingSince} last={lastMessageTime} unread={unread} context={context} />
          <Holder line={line} me={me} />
          {unread && <span className="vh">{`${supportUnread} unread`}</span>}
        </span>
      </LineLink>
    </li>
  );
};

/** A question from the contact page in the list. */
export const EnquiryItem = ({ line, context }: { line: EnquiryLine; context: LineContext }) => {
  const { name, email, text, about, createdAt, answeredAt } = line;
  const what = about === "question" ? "enquiry" : about;
  const { ask } = context;
  return (
    <li data-row="">
      {ask.select && (
        <span className="cursor-default" title="A question by e-mail is answered once, it is not closed." />
      )}
      <LineLink line={line} name={name} context={context}>
        <Words
          unread={!answeredAt}
          name={
            <>
              {name}
              <TagMark className={tag}>{answeredAt ? `${what}, answered` : what}</TagMark>
            </>
          }
          email={email}
          text={text}
        />
        <span className="grid justify-items-end gap-1">
          <When since={answeredAt ? null : createdAt} last={createdAt} unread={!answeredAt} context={context} />
        </span>
      </LineLink>
    </li>
  );
};
