import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Avatar, initials } from "#src/ui/avatar.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import { CloseForm, CloseNotice, PickChat, useLeft } from "./close-many.tsx";
import {
  type Clock,
  type From,
  fromLabels,
  froms,
  type InboxAsk,
  inboxAddress,
  linePath,
  type Tab,
  tabLabels,
  tabs,
  waitLabel,
  whenLabel,
} from "./labels.ts";
import type { InboxList } from "./list.server.ts";

type Line = InboxList["list"]["lines"][number];
type ChatLine = Extract<Line, { kind: "chat" }>;
type EnquiryLine = Extract<Line, { kind: "enquiry" }>;
type ItemContext = {
  ask: InboxAsk;
  clock: Clock;
  path: string;
  targetMs: number;
  /** Why the last step left a chat as it is. */
  left: ReadonlyMap<string, string>;
};

/** How long somebody waits, else when the last message came. */
const When = ({ since, last, context }: { since: Date | null; last: Date | null; context: ItemContext }) => {
  const { clock, targetMs } = context;
  if (!since) return last && <time dateTime={last.toISOString()}>{whenLabel(last, clock)}</time>;
  const { short, text, over } = waitLabel(since, clock.now, targetMs);
  return (
    <time dateTime={since.toISOString()} title={text} className={over ? "over" : undefined}>
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
    <span className={cx("holder", mine && "mine", !assignedTo && "nobody")} title={text}>
      {assignedTo && <span aria-hidden="true">{mine ? "You" : initials(holder ?? "?")}</span>}
      <span className="vh">{text}</span>
    </span>
  );
};

const lastText = ({ lastMessage, lastSenderRole }: ChatLine): string => {
  const text = lastMessage ?? "";
  return lastSenderRole === 3 ? `You: ${text}` : text;
};

/** What stands against closing a chat with others. */
const againstClosing = ({ state, assignedTo, holder }: ChatLine, me: string): string => {
  if (state === "closed") return "closed already";
  return assignedTo !== null && assignedTo !== me ? `held by ${holder ?? "a colleague"}` : "";
};

const ChatItem = ({ line, me, context }: { line: ChatLine; me: string; context: ItemContext }) => {
  const { id, userName, lastMessageTime, supportUnread, waitingSince, state, writer } = line;
  const { ask, path, left } = context;
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
      <Link
        to={inboxAddress(linePath(line), ask)}
        aria-current={path.endsWith(`/${id}`) ? "true" : undefined}
        className={cx("title", supportUnread > 0 && "unread")}
        preventScrollReset
      >
        <Avatar name={userName} />
        <span className="n">
          <b>
            {userName}
            {writer && <TagMark>{writer}</TagMark>}
            {state === "closed" && <TagMark>closed</TagMark>}
          </b>
          <span>{lastText(line)}</span>
          {why && <span className="why">{why}</span>}
        </span>
        <span className="t">
          <When since={waitingSince} last={lastMessageTime} context={context} />
          <Holder line={line} me={me} />
          {supportUnread > 0 && <span className="vh">{`${supportUnread} unread`}</span>}
        </span>
      </Link>
    </li>
  );
};

const EnquiryItem = ({ line, context }: { line: EnquiryLine; context: ItemContext }) => {
  const { id, name, email, text, about, createdAt, answeredAt } = line;
  const tag = about === "question" ? "enquiry" : about;
  const { ask, path } = context;
  return (
    <li data-row="">
      {ask.select && <span className="pick" title="A question by e-mail is answered once, it is not closed." />}
      <Link
        to={inboxAddress(linePath(line), ask)}
        aria-current={path.endsWith(`/${id}`) ? "true" : undefined}
        className={cx("title", !answeredAt && "unread")}
        preventScrollReset
      >
        <Avatar name={name} />
        <span className="n">
          <b title={email}>
            {name}
            <TagMark>{answeredAt ? `${tag}, answered` : tag}</TagMark>
          </b>
          <span>{text}</span>
        </span>
        <span className="t">
          <When since={answeredAt ? null : createdAt} last={createdAt} context={context} />
        </span>
      </Link>
    </li>
  );
};

const emptyTexts: Readonly<Record<Tab, string>> = {
  waiting: "Nobody waits for an answer. New messages appear here automatically.",
  unread: "Everything is read.",
  mine: "You have no chat. Answer one, or take it, and it is listed here.",
  all: "Nobody has written yet. You see here everybody who writes to support.",
};

const fromEmpty: Readonly<Record<Exclude<From, "">, string>> = {
  clients: "No client's chat is in this list.",
  writers: "No writer's question is in this list.",
  enquiries: "No question from the contact page is in this list.",
};

const Nothing = ({ ask }: { ask: InboxAsk }) => (
  <p className="soft ib-none">
    {ask.search === "" ? (
      ask.from === "" ? (
        emptyTexts[ask.tab]
      ) : (
        <>
          {`${fromEmpty[ask.from]} `}
          <Link to={inboxAddress("", ask, { from: "" })}>Show everybody</Link>
        </>
      )
    ) : (
      <>
        {`Nothing here matches "${ask.search}". `}
        <Link to={inboxAddress("", ask, { search: "" })}>Clear the search</Link>
        {ask.tab !== "all" && (
          <>
            {" or "}
            <Link to={inboxAddress("", ask, { tab: "all", from: "" })}>search everything</Link>
          </>
        )}
      </>
    )}
  </p>
);

const tabsFor = ({ ask, counts }: InboxList) => {
  const shown: Partial<Record<Tab, number>> = {
    waiting: counts.waiting + counts.enquiries,
    unread: counts.unread,
  };
  return tabs.map((tab) => {
    const count = shown[tab] ?? 0;
    return {
      to: inboxAddress("", ask, { tab }),
      label: tabLabels[tab],
      current: ask.tab === tab,
      ...(count > 0 && { count }),
    };
  });
};

/** Whose conversations the list shows. */
const Froms = ({ ask }: { ask: InboxAsk }) => (
  <nav className="ib-from" aria-label="Whose">
    {froms.map((from) => (
      <Link
        key={from}
        to={inboxAddress("", ask, { from })}
        aria-current={ask.from === from ? "page" : undefined}
        preventScrollReset
      >
        {fromLabels[from]}
      </Link>
    ))}
  </nav>
);

/** The list of chats or enquiries; what is open beside it is marked. */
export const ChatList = ({ data, notice }: { data: InboxList; notice?: ReactNode }) => {
  const { ask, list, me, now, zone, targetMs } = data;
  const { pathname: path } = useLocation();
  const context: ItemContext = { ask, clock: { now, zone }, path, targetMs, left: useLeft() };
  const rows = (
    <ul className={cx("chatlist", ask.select && "choosing", list.lines.length === 0 && "hidden")}>
      {list.lines.map((line) =>
        line.kind === "chat" ? (
          <ChatItem key={line.id} line={line} me={me} context={context} />
        ) : (
          <EnquiryItem key={line.id} line={line} context={context} />
        ),
      )}
    </ul>
  );
  return (
    <section className="ib-list" aria-label="Chats and enquiries">
      <div className="ib-head">
        <div className="ib-find">
          <Form
            key={`${ask.tab} ${ask.from} ${ask.search}`}
            method="get"
            action="/admin/chats"
            role="search"
            className="dense"
          >
            {ask.tab !== "waiting" && <input type="hidden" name="tab" value={ask.tab} />}
            {ask.from !== "" && <input type="hidden" name="from" value={ask.from} />}
            {ask.select && <input type="hidden" name="select" value="1" />}
            <SearchInput
              defaultValue={ask.search}
              maxLength={100}
              aria-label="Search chats"
              placeholder="Name or words"
            />
          </Form>
          <LinkButton
            small
            variant="outline"
            to={inboxAddress(path.slice("/admin/chats".length), ask, { select: ask.select ? "" : "1" })}
            preventScrollReset
          >
            {ask.select ? "Done" : "Select"}
          </LinkButton>
        </div>
        <FilterTabs label="Which chats" tabs={tabsFor(data)} />
        <Froms ask={ask} />
      </div>
      {notice}
      <CloseNotice ask={ask} />
      {list.lines.length === 0 && <Nothing ask={ask} />}
      {ask.select && list.lines.length > 0 ? <CloseForm data={data}>{rows}</CloseForm> : rows}
      {(list.older || ask.after) && (
        <p className="ib-more">
          {ask.after && <Link to={inboxAddress("", ask, { after: "" })}>From the beginning</Link>}
          {list.older && (
            <Link to={inboxAddress("", ask, { after: list.older })}>
              {ask.tab === "waiting" ? "More that wait" : "Older"}
            </Link>
          )}
        </p>
      )}
      <p className="ib-more">
        <Link to={inboxAddress("/replies", ask)}>Saved replies</Link>
      </p>
    </section>
  );
};
