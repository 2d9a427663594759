import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";
import { Avatar } from "#src/ui/avatar.tsx";
import { cx } from "#src/ui/class-names.ts";
import { SearchInput } from "#src/ui/inputs.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import type { EnquiryLine } from "../queries/enquiries.ts";
import { type InboxAsk, inboxAddress, type Tab, tabLabels, tabs } from "./address.ts";
import { type Clock, waitLabel, whenLabel } from "./labels.ts";
import type { InboxList } from "./list.server.ts";

type ChatLine = Extract<InboxList["list"], { kind: "chats" }>["lines"][number];
type Beside = { ask: InboxAsk; clock: Clock; path: string };

const said = ({ lastMessage, lastSenderRole }: ChatLine): string => {
  const text = lastMessage ?? "";
  return lastSenderRole === 3 ? `You: ${text}` : text;
};

const holderLabel = ({ assignedTo, holder }: ChatLine, me: string): string | null => {
  if (!assignedTo) return null;
  return assignedTo === me ? "you have it" : `${holder ?? "somebody"} has it`;
};

const ChatItem = ({ line, me, ask, clock, path }: Beside & { line: ChatLine; me: string }) => {
  const { id, userName, lastMessageTime, supportUnread, waitingSince, state, demo } = line;
  const meta = [
    line.writer,
    waitingSince && waitLabel(waitingSince, clock.now),
    holderLabel(line, me),
    state === "closed" && "closed",
    demo && "demo",
  ].filter(Boolean);
  return (
    <li>
      <Link
        to={inboxAddress(`/${id}`, ask)}
        aria-current={path.endsWith(`/${id}`) ? "true" : undefined}
        className={supportUnread > 0 ? "unread" : undefined}
        preventScrollReset
      >
        <Avatar name={userName} />
        <span className="n">
          <b>{userName}</b>
          <span>{said(line)}</span>
          {meta.length > 0 && <small>{meta.join(", ")}</small>}
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

const EnquiryItem = ({ line, ask, clock, path }: Beside & { line: EnquiryLine }) => {
  const { id, name, email, text, createdAt, answeredAt } = line;
  return (
    <li>
      <Link
        to={inboxAddress(`/enquiries/${id}`, ask)}
        aria-current={path.endsWith(`/${id}`) ? "true" : undefined}
        className={answeredAt ? undefined : "unread"}
        preventScrollReset
      >
        <Avatar name={name} />
        <span className="n">
          <b>{name}</b>
          <span>{text}</span>
          <small>{answeredAt ? "answered" : `${waitLabel(createdAt, clock.now)}, ${email}`}</small>
        </span>
        <span className="t">
          <time dateTime={createdAt.toISOString()}>{whenLabel(createdAt, clock)}</time>
        </span>
      </Link>
    </li>
  );
};

const emptyTexts: Readonly<Record<Tab, string>> = {
  waiting: "Nobody waits for an answer. New messages show up here by themselves.",
  unread: "Everything is read.",
  mine: "You have no chat. Answer one, or take it, and it stands here.",
  all: "Nobody has written yet. Whoever writes to support shows up here.",
  enquiries: "Nobody has asked on the contact page yet.",
};

const Nothing = ({ ask }: { ask: InboxAsk }) => (
  <p className="soft ib-none">
    {ask.search === "" ? (
      emptyTexts[ask.tab]
    ) : (
      <>
        {`Nothing here matches "${ask.search}". `}
        <Link to={inboxAddress("", ask, { search: "" })}>Clear the search</Link>
        {ask.tab !== "all" && ask.tab !== "enquiries" && (
          <>
            {" or "}
            <Link to={inboxAddress("", ask, { tab: "all" })}>search all chats</Link>
          </>
        )}
      </>
    )}
  </p>
);

const tabsFor = ({ ask, counts }: InboxList) => {
  const shown: Partial<Record<Tab, number>> = {
    waiting: counts.waiting,
    unread: counts.unread,
    enquiries: counts.enquiries,
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

/** The list of chats or enquiries; what is open beside it is marked. */
export const ChatList = ({ data, notice }: { data: InboxList; notice?: ReactNode }) => {
  const { ask, list, me, now, zone } = data;
  const beside: Beside = { ask, clock: { now, zone }, path: useLocation().pathname };
  return (
    <section className="ib-list" aria-label="Chats and enquiries">
      <div className="ib-head">
        <Form key={`${ask.tab} ${ask.search}`} method="get" action="/admin/chats" role="search" className="dense">
          {ask.tab !== "waiting" && <input type="hidden" name="tab" value={ask.tab} />}
          <SearchInput
            defaultValue={ask.search}
            maxLength={100}
            aria-label="Search chats"
            placeholder="Name, e-mail or words"
          />
        </Form>
        <FilterTabs label="Which chats" tabs={tabsFor(data)} />
      </div>
      {notice}
      {list.lines.length === 0 && <Nothing ask={ask} />}
      <ul className={cx("chatlist", list.lines.length === 0 && "hidden")}>
        {list.kind === "chats"
          ? list.lines.map((line) => <ChatItem key={line.id} line={line} me={me} {...beside} />)
          : list.lines.map((line) => <EnquiryItem key={line.id} line={line} {...beside} />)}
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
