import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { countUpTo } from "#src/shared/counted.ts";
import { Bell as Drawing, Icon } from "#src/ui/icons.tsx";
import { patiently } from "#src/ui/late-part.ts";
import { Count } from "#src/ui/status.tsx";
import { unreadStore } from "../live/store.ts";

/** How many notices are unread, as far as this page knows. */
export const useUnread = (): number => useSyncExternalStore(unreadStore.subscribe, unreadStore.get, () => 0);

/**
 * Once in every page of somebody who is signed in: receives new notices and answers, and shows them at the bottom
 * right. The listener is loaded after the first paint.
 */
export function NoticeListener({ account }: { account: string | null }) {
  const moved = useRef<(path: string) => void>(undefined);
  const { pathname } = useLocation();
  useEffect(() => {
    if (account === null) return;
    let stop: (() => void) | null = null;
    let gone = false;
    void patiently(() => import("../live/listen.ts")).then(({ listen }) => {
      if (gone) return;
      const listening = listen(account);
      stop = listening.stop;
      moved.current = listening.moved;
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [account]);
  useEffect(() => moved.current?.(pathname), [pathname]);
  return null;
}

/** The way to the notices, with how many are unread. */
export const BellLink = ({ to }: { to: string }) => {
  const unread = useUnread();
  const shown = countUpTo(unread);
  return (
    <Link className="btn-icon bell" to={to} aria-label={unread > 0 ? `Notices, ${shown} unread` : "Notices"}>
      <Icon of={Drawing} />
      {unread > 0 && <Count>{shown}</Count>}
    </Link>
  );
};
