import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Avatar } from "#src/ui/avatar.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import {
  type From,
  fromLabels,
  froms,
  type InboxAsk,
  inboxAddress,
  linePath,
  type Tab,
  tabLabels,
  tabs,
} from "./address.ts";
import { type Clock, waitLabel, whenLabel } from "./labels.ts";
import type { InboxList } from "./list.server.ts";

type Line = InboxList["list"]["lines"][number];
type ChatLine = Extract<Line, { kind: "chat" }>;
type EnquiryLine = Extract<Line, { kind: "enquiry" }>;
type ItemContext = { ask: InboxAsk; clock: Clock; path: string; targetMs: number };

const Meta = ({ wait, more }: { wait: ReturnType<typeof waitLabel> | null; more: readonly string[] }) =>
  wait === null && more.length === 0 ? null : (
    <small>
      {wait && <span className={wait.over ? "over" : undefined}>{wait.text}</span>}
      {wait && more.length > 0 && ", "}
      {more.join(", ")}
    </small>
  );

const lastText = ({ lastMessage, lastSenderRole }: ChatLine): string => {
  const text = lastMessage ?? "";
  return lastSenderRole === 3 ? `You: ${text}` : text;
};

const holderLabel = ({ assignedTo, holder }: ChatLine, me: string): string | null => {
  if (!assignedTo) return null;
  return assignedTo === me ? "you have it" : `${holder ?? "somebody"} has it`;
};

const ChatItem = ({ line, me, ask, clock, path, targetMs }: ItemContext & { line: ChatLine; me: string }) => {
  const { id, userName, lastMessageTime, supportUnread, waitingSince, state, demo } = line;
  const more = [line.writer, holderLabel(line, me), state === "closed" && "closed", demo && "demo"];
  return (
    <li data-row="">
      <Link
        to={inboxAddress(linePath(line), ask)}
        aria-current={path.endsWith(`/${id}`) ? "true" : undefined}
        className={cx("title", supportUnread > 0 && "unread")}
        preventScrollReset
      >
        <Avatar name={userName} />
        <span className="n">
          <b>{userName}</b>
          <span>{lastText(line)}</span>
          <Meta
            wait={waitingSince && waitLabel(waitingSince, clock.now, targetMs)}
            more={more.filter((one) => typeof one === "string")}
          />
        </span>
        <span className="t">
          {lastMessageTime && <time dateTime={lastMessageTime.toISOString()}>{whenLabel(lastMessageTime, clock)}</time>}
          {supportUnread > 0 && (
            <span className="count">
              {supportUnread > 99 ? "99+" : supportUnread}
              <span className="vh"> unread</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
};

const EnquiryItem = ({ line, ask, clock, path, targetMs }: ItemContext & { line: EnquiryLine }) => {
  const { id, name, email, text, createdAt, answeredAt } = line;
  return (
    <li data-row="">
      <Link
        to={inboxAddress(linePath(line), ask)}
        aria-current={path.endsWith(`/${id}`) ? "true" : undefined}
        className={cx("title", !answeredAt && "unread")}
        preventScrollReset
      >
        <Avatar name={name} />
        <span className="n">
          <b>{name}</b>
          <span>{text}</span>
          <Meta
            wait={answeredAt ? null : waitLabel(createdAt, clock.now, targetMs)}
            more={["enquiry", answeredAt ? "answered" : email]}
          />
        </span>
        <span className="t">
          <time dateTime={createdAt.toISOString()}>{whenLabel(createdAt, clock)}</time>
        </span>
      </Link>
    </li>
  );
};

const emptyTexts: Readonly<Record<Tab, string>> = {
  waiting: "Nobody waits for an answer. New messages show up here automatically.",
  unread: "Everything is read.",
  mine: "You have no chat. Answer one, or take it, and it stands here.",
  all: "Nobody has written yet. Whoever writes to support shows up here.",
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
  const context: ItemContext = { ask, clock: { now, zone }, path: useLocation().pathname, targetMs };
  return (
    <section className="ib-list" aria-label="Chats and enquiries">
      <div className="ib-head">
        <Form
          key={`${ask.tab} ${ask.from} ${ask.search}`}
          method="get"
          action="/admin/chats"
          role="search"
          className="dense"
        >
          {ask.tab !== "waiting" && <input type="hidden" name="tab" value={ask.tab} />}
          {ask.from !== "" && <input type="hidden" name="from" value={ask.from} />}
          <SearchInput
            defaultValue={ask.search}
            maxLength={100}
            aria-label="Search chats"
            placeholder="Name, e-mail or words"
          />
        </Form>
        <FilterTabs label="Which chats" tabs={tabsFor(data)} />
        <Froms ask={ask} />
      </div>
      {notice}
      {list.lines.length === 0 && <Nothing ask={ask} />}
      <ul className={cx("chatlist", list.lines.length === 0 && "hidden")}>
        {list.lines.map((line) =>
          line.kind === "chat" ? (
            <ChatItem key={line.id} line={line} me={me} {...context} />
          ) : (
            <EnquiryItem key={line.id} line={line} {...context} />
          ),
        )}
      </ul>
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
