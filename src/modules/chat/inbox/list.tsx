import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import { CloseForm, CloseNotice, useLeft } from "./close-many.tsx";
import { type From, fromLabels, froms, type InboxAsk, inboxAddress, type Tab, tabLabels, tabs } from "./labels.ts";
import type { InboxList } from "./list.server.ts";
import { ChatItem, EnquiryItem, type LineContext } from "./list-lines.tsx";

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
  <p className="soft p-5">
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
  <nav className="-mx-5 flex flex-wrap border-y border-rule px-3.5 text-(length:--text-sm)" aria-label="Whose">
    {froms.map((from) => (
      <Link
        key={from}
        to={inboxAddress("", ask, { from })}
        aria-current={ask.from === from ? "page" : undefined}
        className={cx(
          "inline-flex min-h-11 items-center px-1.5 no-underline hover:underline hover:decoration-auto",
          ask.from === from ? "font-semibold text-pen" : "text-ink-2",
        )}
        preventScrollReset
      >
        {fromLabels[from]}
      </Link>
    ))}
  </nav>
);

const below = "flex gap-5 border-t border-rule px-5 py-1 text-(length:--text-sm)";

/** The list of chats or enquiries; what is open beside it is marked. */
export const ChatList = ({ data, notice }: { data: InboxList; notice?: ReactNode }) => {
  const { ask, list, me, now, zone, targetMs } = data;
  const { pathname: path } = useLocation();
  const context: LineContext = { ask, clock: { now, zone }, path, targetMs, left: useLeft() };
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
    <section
      className={cx(
        "relative min-h-0 overflow-auto lg:border-r lg:border-rule-strong",
        path !== "/admin/chats" && "max-lg:hidden",
      )}
      aria-label="Chats and enquiries"
    >
      <div className="[position:sticky] top-0 z-1 bg-ground px-5 pt-4">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
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
        <FilterTabs className="ib-tabs -mx-5 mt-2 gap-0 pl-3.5" label="Which chats" tabs={tabsFor(data)} />
        <Froms ask={ask} />
      </div>
      {notice}
      <CloseNotice ask={ask} />
      {list.lines.length === 0 && <Nothing ask={ask} />}
      {ask.select && list.lines.length > 0 ? <CloseForm data={data}>{rows}</CloseForm> : rows}
      {(list.older || ask.after) && (
        <p className={below}>
          {ask.after && (
            <Link className="link" to={inboxAddress("", ask, { after: "" })}>
              From the beginning
            </Link>
          )}
          {list.older && (
            <Link className="link" to={inboxAddress("", ask, { after: list.older })}>
              {ask.tab === "waiting" ? "More that wait" : "Older"}
            </Link>
          )}
        </p>
      )}
      <p className={below}>
        <Link className="link" to={inboxAddress("/replies", ask)}>
          Saved replies
        </Link>
      </p>
    </section>
  );
};
