import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { countMost } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { useReadAgain } from "#src/ui/live/read-again.ts";
import { Pager } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/notice-list.css";
import { unreadStore } from "../live/store.ts";
import type { NoticeLine, NoticePage } from "./notices.server.ts";

/** What comes while the list is open appears in it. */
function useFreshList(unread: number): void {
  const readAgain = useReadAgain();
  const live = useSyncExternalStore(unreadStore.subscribe, unreadStore.get, () => unread);
  const shown = useRef(unread);
  shown.current = unread;
  useEffect(() => {
    if (live > shown.current) void readAgain();
  }, [live, readAgain]);
}

/** Marks everything that is shown as read; nothing when nothing is unread. */
export const MarkRead = ({ unread, to }: Pick<NoticePage, "unread" | "to">) => {
  const busy = useSent()?.get("to") !== undefined;
  return unread === 0 ? null : (
    <Form method="post">
      <input type="hidden" name="to" value={to} />
      <Button variant="outline" small busy={busy}>
        {unread === 1 ? "Mark as read" : unread > countMost ? "Mark all as read" : `Mark all ${unread} as read`}
      </Button>
    </Form>
  );
};

/** Two lines; the whole row opens what the notice is about. What is cut stands in its title. */
export const NoticeLink = ({ title, text, path, read }: NoticeLine) => (
  <div>
    <h3 className="text-[1rem]/5.5 xl:truncate">
      <Link className="title" to={path} title={title}>
        {!read && <span className="vh">New: </span>}
        {title}
      </Link>
    </h3>
    <p className="text-sm/5 text-ink-2 xl:truncate" title={text}>
      {text}
    </p>
  </div>
);

type TimeProps = Pick<NoticeLine, "at" | "time"> & { className?: string };

export const NoticeTime = ({ at, time, className }: TimeProps) => (
  <time className={cx("text-(length:--text-sm) tabular-nums text-ink-3", className)} dateTime={at}>
    {time}
  </time>
);

/** The notices of a day, an item of a list each. */
export const NoticeDay = ({ day, children }: { day: string; children: ReactNode }) => (
  <section className="panel" aria-label={day}>
    <h2 className="px-5 pt-2.5 pb-2 text-sm/5 font-semibold text-ink-3">{day}</h2>
    <ul className="notice-rows">{children}</ul>
  </section>
);

const Days = ({ rows }: Pick<NoticePage, "rows">) => (
  <div className="stack [--gap:16px]">
    {[...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => (
      <NoticeDay key={day} day={day}>
        {ofDay.map((notice) => (
          <li key={notice.id} className={notice.read ? undefined : "new"}>
            <NoticeLink {...notice} />
            <NoticeTime {...notice} />
          </li>
        ))}
      </NoticeDay>
    ))}
  </div>
);

/** A client's or writer's notices by day, newest first. */
export function NoticeList({ rows, older, newer, unread }: NoticePage) {
  useEffect(() => unreadStore.set(unread), [unread]);
  useFreshList(unread);
  if (rows.length === 0)
    return (
      <Empty title="No notices yet" art>
        When something happens with an order, you read it here.
      </Empty>
    );
  return (
    <>
      <Days rows={rows} />
      {(older || newer) && (
        <Pager
          newer={newer ? `/notices?newer=${newer}` : undefined}
          older={older ? `/notices?older=${older}` : undefined}
        >
          {newer ? "Older notices" : "The newest notices"}
        </Pager>
      )}
    </>
  );
}
