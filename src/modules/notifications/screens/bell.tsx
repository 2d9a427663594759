import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { Bell as Drawing, Icon } from "#src/ui/icons.tsx";
import { Count } from "#src/ui/status.tsx";
import { unreadStore } from "../live/store.ts";

/** How many notices are unread. What listens for new ones arrives after the first paint; use it once a page. */
export function useUnread(account: string | null): number {
  const unread = useSyncExternalStore(unreadStore.subscribe, unreadStore.get, () => 0);
  const moved = useRef<(path: string) => void>(undefined);
  const { pathname } = useLocation();
  useEffect(() => {
    if (account === null) return;
    let stop: (() => void) | null = null;
    let gone = false;
    void import("../live/listen.ts").then(({ listen }) => {
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
  return unread;
}

/** The way to the notices, with how many are unread. */
export const BellLink = ({ to, unread }: { to: string; unread: number }) => (
  <Link className="btn-icon bell" to={to} aria-label={unread > 0 ? `Notices, ${unread} unread` : "Notices"}>
    <Icon of={Drawing} />
    {unread > 0 && <Count>{unread > 99 ? "99+" : unread}</Count>}
  </Link>
);

export const Bell = ({ account }: { account: string }) => <BellLink to="/notices" unread={useUnread(account)} />;
