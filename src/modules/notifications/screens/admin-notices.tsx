import { useEffect } from "react";
import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted, countLabel, countMost, countUpTo, figures } from "#src/shared/counted.ts";
import { type Asked, listAddress } from "#src/shared/list-address.ts";
import { formatDay } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
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
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { unreadStore } from "../live/store.ts";
import type { Route } from "./+types/admin-notices.ts";
import { MarkRead, NoticeDay, NoticeLink, NoticeTime } from "./notice-list.tsx";
import { type GatheredNotices, type NoticeLine, type NoticeRow, noticePage, submitRead } from "./notices.server.ts";
import "#src/ui/styles/pages/notice-list.css";
import { type NoticeTab, noticeTabLabels, tabOf } from "../domain/tabs-and-levels.ts";

const noticesAddress = listAddress("/admin/notices", (at) => ({
  search: at.text("search"),
  group: at.oneOf("group", noticeTabLabels, "all"),
  /** A day: its paid orders alone. */
  paid: at.day("paid"),
}));

type NoticesView = Listed<NoticeRow> & { counts: Readonly<Record<string, number>> };

/** What is unread in each tab; nothing where all is read. */
const unreadIn = ({ counts }: NoticesView): Record<string, string> =>
  Object.fromEntries(Object.entries(counts).flatMap(([tab, many]) => (many > 0 ? [[tab, countUpTo(many)]] : [])));

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
  "admin.threat",
  "admin.webhook-off",
  "admin.prices-held",
  "admin.page-held",
];

/** The dot of an unread notice is the button that marks it. The focus goes to the row first: the button leaves the page. */
const MarkOne = ({ sent, of }: { sent: Readonly<Record<string, string>>; of: string }) => (
  <Form
    method="post"
    className="relative z-1 col-start-5 max-md:col-start-3 max-md:row-[1/3] max-md:self-center"
    preventScrollReset
    onSubmit={({ currentTarget }) => currentTarget.closest("li")?.querySelector<HTMLElement>(".title")?.focus()}
  >
    {Object.entries(sent).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button
      type="submit"
      className="btn-icon group/mark"
      aria-label={`Mark as read: ${of}`}
      title="Mark as read"
      data-key="r"
    >
      <span
        className="size-2.5 rounded-[50%] bg-pen group-hover/mark:shadow-[0_0_0_4px_var(--color-pen-line)]"
        aria-hidden="true"
      />
    </button>
  </Form>
);

const Kind = ({ kind, className }: { kind: string; className?: string }) => {
  const tab = tabOf(kind);
  return (
    tab && (
      <span className={cx("text-(length:--text-sm) tabular-nums text-ink-3 max-md:hidden", className)}>
        {noticeTabLabels[tab]}
      </span>
    )
  );
};

/** Of a row's time: beside what marks it, on phones below its words. */
const last =
  "col-start-4 text-right max-md:col-start-2 max-md:row-start-2 max-md:text-left max-md:text-(length:--text-xs)";

const Row = ({ notice }: { notice: NoticeLine }) => {
  const { id, kind, title, at, time, read } = notice;
  const isBad = bad.includes(kind);
  const icon = isBad ? TriangleAlert : icons[tabOf(kind) ?? "system"];
  return (
    <li className={cx("full", !read && "new")} data-row>
      {icon && <Icon of={icon} className={cx("size-5 max-md:mt-0.5", isBad ? "text-error" : "text-ink-3")} />}
      <NoticeLink {...notice} />
      <Kind kind={kind} />
      <NoticeTime at={at} time={time} className={last} />
      {!read && <MarkOne sent={{ id }} of={title} />}
    </li>
  );
};

type GatheredProps = { newest: NoticeLine; of: GatheredNotices; ask: Asked };

/** The paid orders of a day: one row that opens to the newest of them, and leads to all. */
const Gathered = ({ newest, of: { paid, all, unread, since, to, rows }, ask }: GatheredProps) => {
  const label = `${countLabel(all, countMost)} orders were paid`;
  return (
    <li className={cx("gathered", unread > 0 && "new")} data-row>
      <Icon of={ReceiptText} className="my-3 size-5 text-ink-3" />
      <details data-quiet>
        <summary className="title min-h-11 content-center">
          {unread > 0 && <span className="vh">New: </span>}
          {label}
        </summary>
        <ul>
          {rows.map((notice) => (
            <li
              key={notice.id}
              className={cx("px-0 shadow-none max-md:min-h-16 max-md:grid-cols-[minmax(0,1fr)]", !notice.read && "new")}
            >
              <NoticeLink {...notice} />
              <NoticeTime {...notice} />
            </li>
          ))}
        </ul>
        {all > rows.length && (
          <Link className="flex min-h-11 w-fit items-center" to={noticesAddress.toNamed(ask, { paid })}>
            {all > countMost ? "Show all as a list" : `Show all ${figures(all)} as a list`}
          </Link>
        )}
      </details>
      <Kind kind={newest.kind} className="my-3" />
      <NoticeTime at={newest.at} time={newest.time} className={cx(last, "my-3 max-md:my-0")} />
      {unread > 0 && <MarkOne sent={{ since, to }} of={label} />}
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
const adminNoticeList: ListOf<NoticeRow, NoticesView> = {
  address: noticesAddress,
  noun: ["notice", "notices"],
  tabs: { label: "Which notices", labels: noticeTabLabels, counts: unreadIn, resets: { paid: "" } },
  search: { label: "Search notices", placeholder: "Title, name or number" },
  empty: (view) => <Nothing {...view} />,
  keys: (
    <>
      <b className="kbd">J</b> <b className="kbd">K</b> move <b className="kbd">Enter</b> opens <b className="kbd">R</b>{" "}
      marks as read
    </>
  ),
  body: ({ rows, ask }) =>
    [...Map.groupBy(rows, ({ day }) => day)].map(([day, notices]) => (
      <NoticeDay key={day} day={day}>
        {notices.map(({ gathered, ...notice }) =>
          gathered ? (
            <Gathered key={notice.id} newest={notice} of={gathered} ask={ask} />
          ) : (
            <Row key={notice.id} notice={notice} />
          ),
        )}
      </NoticeDay>
    )),
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request);
  const ask = noticesAddress.read(new URL(request.url).searchParams);
  const { group: tab, search, paid, older, newer } = ask;
  return { ...(await noticePage(ctx, request, { tab, search, paid, older, newer })), ask };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request);
  return submitRead(ctx, request);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Notices", matches);

/** What was marked by the last press, and the way back. */
const Marked = ({ read, at }: { read: number; at: string }) => (
  <Notice
    tone="ok"
    live
    className="mb-4"
    title={`${counted(read, "notice is", "notices are")} marked as read.`}
    actions={
      <Form method="post" preventScrollReset>
        <input type="hidden" name="undo" value={at} />
        <Button variant="outline" small>
          Undo
        </Button>
      </Form>
    }
  />
);

/** The list is one day's paid orders: says so, and leads back. */
const PaidAlone = ({ ask, now }: Pick<Route.ComponentProps["loaderData"], "ask" | "now">) => (
  <p className="mb-4">
    {`Orders that were paid on ${formatDay(new Date(`${ask.paid}T12:00:00Z`), "UTC", now)}. `}
    <Link to={noticesAddress.to(ask, { paid: "" })}>Show all notices</Link>
  </p>
);

/** What waits for an admin, in the frame of the admin area. */
export default function AdminNotices({ loaderData, actionData }: Route.ComponentProps) {
  const { unread, ask } = loaderData;
  useEffect(() => unreadStore.set(unread), [unread]);
  return (
    <ListPage
      title="Notices"
      lede={
        <>
          What waits for an admin. You choose the kinds <Link to="/accountSettings/notices">in your settings</Link>.
        </>
      }
      list={adminNoticeList}
      loaded={loaderData}
      acts={<MarkRead {...loaderData} />}
    >
      {ask.paid && <PaidAlone {...loaderData} />}
      {actionData && actionData.read > 1 && <Marked {...actionData} />}
    </ListPage>
  );
}
