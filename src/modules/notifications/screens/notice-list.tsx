import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useRevalidator } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { Pager } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { unreadStore } from "../live/store.ts";
import type { NoticePage } from "./notices.server.ts";

/** What comes while the list is open appears in it. */
function useFreshList(unread: number): void {
  const { revalidate } = useRevalidator();
  const live = useSyncExternalStore(unreadStore.subscribe, unreadStore.get, () => unread);
  const shown = useRef(unread);
  shown.current = unread;
  useEffect(() => {
    if (live > shown.current) void revalidate();
  }, [live, revalidate]);
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

type Props = { data: NoticePage; address: string; nothing: string };

/** Notices, newest first. `nothing`: what an empty list says. */
export const NoticeList = ({ data: { notices, older, later }, address, nothing }: Props) => (
  <>
    {notices.length === 0 ? (
      <Empty title="Nothing yet">{nothing}</Empty>
    ) : (
      <ul className="[border-top:var(--hair)]">
        {notices.map(({ id, title, text, path, at, when, read }) => (
          <li
            key={id}
            className="grid gap-x-10 gap-y-1 py-5 [border-bottom:var(--hair)] md:grid-cols-[minmax(0,1fr)_auto] md:items-baseline"
          >
            <h2 className="t3 row [--gap:10px]">
              <Link to={path} className="-my-2.5 inline-flex min-h-11 items-center wrap-anywhere">
                {title}
              </Link>
              {!read && <TagMark>New</TagMark>}
            </h2>
            <p className="soft wrap-anywhere md:col-start-1">{text}</p>
            <p className="small muted md:col-start-2 md:row-start-1">
              <time dateTime={at}>{when}</time>
            </p>
          </li>
        ))}
      </ul>
    )}
    {(older || later) && (
      <Pager newer={later ? address : undefined} older={older ? `${address}?older=${older}` : undefined}>
        {later ? "Older notices" : "The newest notices"}
      </Pager>
    )}
  </>
);
