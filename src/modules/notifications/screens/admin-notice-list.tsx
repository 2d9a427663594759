import { counted } from "#src/shared/counted.ts";
import { listAddress } from "#src/shared/list-address.ts";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import {
  type Drawing,
  Icon,
  MessageCircle,
  ReceiptText,
  Settings,
  TriangleAlert,
  Users,
  Wallet,
} from "#src/ui/icons.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import "#src/ui/styles/pages/notice-list.css";
import { type NoticeTab, noticeTabLabels, tabOf } from "../domain/tabs.ts";
import { NoticeLink } from "./notice-list.tsx";
import type { NoticeLine, NoticeRow } from "./notices.server.ts";

export const noticesAddress = listAddress("/admin/notices", (at) => ({
  search: at.text("search"),
  group: at.oneOf("group", noticeTabLabels, "all"),
}));

type NoticesView = Listed<NoticeRow> & { counts: Readonly<Record<string, number>> };

/** What is unread in each tab; nothing where all is read. */
const unreadIn = ({ counts }: NoticesView): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, many]) => many > 0));

const icons: Readonly<Partial<Record<NoticeTab, Drawing>>> = {
  orders: ReceiptText,
  money: Wallet,
  chats: MessageCircle,
  people: Users,
  system: Settings,
};

/** Something went wrong: drawn as a warning. */
const bad: readonly string[] = [
  "admin.late",
  "admin.disputed",
  "admin.refund-failed",
  "admin.chargeback",
  "admin.webhook-off",
  "admin.prices-held",
];

/** The dot of an unread notice is the button that marks it. The focus goes to the row first: the button leaves the page. */
const MarkOne = ({ ids, of }: { ids: readonly string[]; of: string }) => (
  <Form
    method="post"
    preventScrollReset
    onSubmit={({ currentTarget }) => currentTarget.closest("li")?.querySelector<HTMLElement>(".title")?.focus()}
  >
    {ids.map((id) => (
      <input key={id} type="hidden" name="id" value={id} />
    ))}
    <button
      type="submit"
      className="btn-icon mark"
      aria-label={`Mark as read: ${of}`}
      title="Mark as read"
      data-key="r"
    >
      <span className="dot" aria-hidden="true" />
    </button>
  </Form>
);

const Kind = ({ kind }: { kind: string }) => {
  const tab = tabOf(kind);
  return tab && <span className="kind">{noticeTabLabels[tab]}</span>;
};

const Row = ({ notice }: { notice: NoticeLine }) => {
  const { id, kind, title, at, time, read } = notice;
  const isBad = bad.includes(kind);
  const icon = isBad ? TriangleAlert : icons[tabOf(kind) ?? "system"];
  return (
    <li className={cx("full", !read && "new", isBad && "bad")} data-row>
      {icon && <Icon of={icon} />}
      <NoticeLink {...notice} />
      <Kind kind={kind} />
      <time dateTime={at}>{time}</time>
      {!read && <MarkOne ids={[id]} of={title} />}
    </li>
  );
};

/** The paid orders of a day: one row that opens. */
const Gathered = ({ notices }: { notices: readonly NoticeLine[] }) => {
  const [newest] = notices;
  const unread = notices.filter(({ read }) => !read).map(({ id }) => id);
  const many = notices.length > 99 ? "More than 99 orders were" : counted(notices.length, "order was", "orders were");
  const label = `${many} paid`;
  if (!newest) return null;
  return (
    <li className={cx("gathered", unread.length > 0 && "new")} data-row>
      <Icon of={ReceiptText} />
      <details data-quiet>
        <summary className="title">
          {unread.length > 0 && <span className="vh">New: </span>}
          {label}
        </summary>
        <ul>
          {notices.map((notice) => (
            <li key={notice.id} className={cx(!notice.read && "new")}>
              <NoticeLink {...notice} />
              <time dateTime={notice.at}>{notice.time}</time>
            </li>
          ))}
        </ul>
      </details>
      <Kind kind={newest.kind} />
      <time dateTime={newest.at}>{newest.time}</time>
      {unread.length > 0 && <MarkOne ids={unread} of={label} />}
    </li>
  );
};

const Nothing = ({ ask }: NoticesView) => {
  if (ask.search) return <Empty title="No notice matches">Check the spelling, or choose another tab.</Empty>;
  return ask.group === "all" ? (
    <Empty title="No notices yet" art>
      A paid order, a chat that waits, a refund that failed: you read it here.
    </Empty>
  ) : (
    <Empty title={ask.group === "unread" ? "Everything is read" : "No notices of this kind"} />
  );
};

/** An admin's notices by day, newest first. */
export const adminNoticeList: ListOf<NoticeRow, NoticesView> = {
  address: noticesAddress,
  noun: ["notice", "notices"],
  tabs: { label: "Which notices", labels: noticeTabLabels, counts: unreadIn },
  search: { label: "Search notices", placeholder: "Title, name or number" },
  empty: (view) => <Nothing {...view} />,
  keys: (
    <span className="keyhelp" aria-hidden="true">
      <b className="kbd">J</b> <b className="kbd">K</b> move <b className="kbd">Enter</b> opens <b className="kbd">R</b>{" "}
      marks as read
    </span>
  ),
  body: ({ rows }) =>
    [...Map.groupBy(rows, ({ day }) => day)].map(([day, notices]) => (
      <section key={day} className="panel" aria-label={day}>
        <h2 className="notice-day">{day}</h2>
        <ul className="notice-rows">
          {notices.map(({ gathered, ...notice }) =>
            gathered.length > 0 ? (
              <Gathered key={notice.id} notices={gathered} />
            ) : (
              <Row key={notice.id} notice={notice} />
            ),
          )}
        </ul>
      </section>
    )),
};
