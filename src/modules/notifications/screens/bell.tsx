import { useEffect, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { Bell as Drawing, Icon } from "#src/ui/icons.tsx";
import { Count } from "#src/ui/status.tsx";
import { unreadStore } from "../live/store.ts";

/** The way to the notices, with how many are unread. What listens for new ones arrives after the first paint. */
export const Bell = ({ account }: { account: string }) => {
  const unread = useSyncExternalStore(unreadStore.subscribe, unreadStore.get, () => 0);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    void import("../live/listen.ts").then(({ listen }) => {
      if (!gone) stop = listen(account);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [account]);
  return (
    <Link className="btn-icon bell" to="/notices" aria-label={unread > 0 ? `Notices, ${unread} unread` : "Notices"}>
      <Icon of={Drawing} />
      {unread > 0 && <Count>{unread > 99 ? "99+" : unread}</Count>}
    </Link>
  );
};
