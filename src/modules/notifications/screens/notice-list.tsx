import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { useReadAgain } from "#src/ui/live/use-read-again.ts";
import { Pager } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/notice-list.css";
import { unreadStore } from "../live/store.ts";
import type { NoticePage } from "./notices.server.ts";

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
  const busy = useSent() !== undefined;
  useEffect(() => unreadStore.set(unread), [unread]);
  useFreshList(unread);
  return unread === 0 ? null : (
    <Form method="post">
      <input type="hidden" name="to" value={to} />
      <Button variant="outline" small busy={busy}>
        {unread === 1 ? "Mark as read" : `Mark all ${unread} as read`}
      </Button>
    </Form>
  );
};

/** Two lines; the whole row opens what the notice is about. What is cut stands in its title. */
const NoticeRow = ({ title, text, path, at, time, read }: NoticePage["notices"][number]) => (
  <li className={read ? undefined : "new"}>
    <h3>
      <Link to={path}>
        {!read && <span className="vh">New: </span>}
        {title}
      </Link>
    </h3>
    <p title={text}>{text}</p>
    <time dateTime={at}>{time}</time>
  </li>
);

type Props = { data: NoticePage; address: string; nothing: string };

/** Notices by day, newest first. `nothing`: what an empty list says. */
export const NoticeList = ({ data: { notices, older, later }, address, nothing }: Props) => (
  <>
    {notices.length === 0 ? (
      <Empty title="No notices yet" art>
        {nothing}
      </Empty>
    ) : (
      <div className="stack [--gap:16px]">
        {[...Map.groupBy(notices, ({ day }) => day)].map(([day, ofDay]) => (
          <section key={day} className="panel" aria-label={day}>
            <h2 className="strong px-5 py-2.5 text-base">{day}</h2>
            <ul className="notice-rows">
              {ofDay.map((notice) => (
                <NoticeRow key={notice.id} {...notice} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    )}
    {(older || later) && (
      <Pager newer={later ? address : undefined} older={older ? `${address}?older=${older}` : undefined}>
        {later ? "Older notices" : "The newest notices"}
      </Pager>
    )}
  </>
);
