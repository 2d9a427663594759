import { type MouseEvent, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { counted } from "#src/shared/counted.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import type { OrderThreadData } from "../threads/order-thread.server.ts";
import { StillDays } from "./still-days.tsx";
import type { Pause } from "./stop-clock.tsx";
import { SupportTalk } from "./support-talk.tsx";
import { ThreadTalk } from "./thread-talk.tsx";

type With = "thread" | "support";
type Props = { thread: OrderThreadData; pause?: Pause | undefined; refused: RefusedForm | undefined };

const Tab = ({ to, shown, show, children }: { to: With; shown: With; show: (to: With) => void; children: string }) => (
  <Link
    to={`?with=${to}#conversation`}
    preventScrollReset
    aria-current={to === shown ? "page" : undefined}
    onClick={(event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      show(to);
    }}
  >
    {children}
  </Link>
);

/** Conversations with writers who no longer have the order. */
const Earlier = ({ thread: { earlier, zone } }: Pick<Props, "thread">) =>
  earlier.map(({ page, names }) => (
    <details className="thread-fold" key={page.chatId}>
      <summary>
        <b className="strong">{`With an earlier writer`}</b>
        <span className="num">
          {page.older ? `${page.messages.length}+ messages` : counted(page.messages.length, "message")}
        </span>
      </summary>
      <div className="chat-log">
        <StillDays page={page} names={names} zone={zone} />
      </div>
    </details>
  ));

/** With whom: the other side of the order, or Support. */
export default function Conversations({ thread, pause, refused }: Props) {
  const asked = useSearchParams()[0].get("with");
  const first: With = asked === "support" || (asked !== "thread" && !thread.thread) ? "support" : "thread";
  const [shown, show] = useState<With>(refused ? "thread" : first);
  const begun = thread.thread !== null;
  // A conversation that begins while the page is open is shown, unless somebody writes to Support at that moment.
  useEffect(() => {
    if (begun && asked !== "support" && !document.activeElement?.closest("#conversation")) show("thread");
  }, [begun, asked]);
  const { side, names } = thread;
  const other = side === "client" && names.other === "Earlier writer" ? "Your writer" : names.other;
  return (
    <>
      <nav className="tabs" aria-label="With whom">
        <Tab to="thread" shown={shown} show={show}>
          {other}
        </Tab>
        <Tab to="support" shown={shown} show={show}>
          Support
        </Tab>
      </nav>
      {shown === "support" ? (
        <SupportTalk number={thread.number} />
      ) : (
        <>
          {thread.thread ? (
            <ThreadTalk key={thread.thread.id} data={thread} thread={thread.thread} pause={pause} refused={refused} />
          ) : (
            <p className="soft">{thread.wait}</p>
          )}
          <Earlier thread={thread} />
        </>
      )}
    </>
  );
}
