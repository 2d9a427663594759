import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { OrderThread } from "#src/modules/chat/index.screens.ts";
import { ChevronDown, Icon, MessageCircle } from "#src/ui/icons.tsx";
import type { ShownOrder } from "./order.server.ts";
import type { Refused } from "./submit-step.server.ts";

type Props = { shown: ShownOrder; refused: Refused | undefined };

/** The last thing that was written, for the closed row. */
const lastOf = ({ thread, order }: ShownOrder): string => {
  const last = thread?.thread?.page.messages.findLast(({ senderType, aside }) => senderType === "user" && !aside);
  if (!last) return "Write about this order";
  const who = last.mine ? "You" : last.fromSupport ? "Support" : (order.writer ?? "Your writer");
  return `${who}: ${last.message || (last.attachmentName ?? "a file")}`;
};

const closedFirst: readonly string[] = ["pending", "delivered", "completed"];

/** The conversation: a row under 1024 px that opens, open from the start where it matters most; always open above. */
export const OrderTalk = ({ shown, refused }: Props) => {
  const { hash } = useLocation();
  const [open, setOpen] = useState(!closedFirst.includes(shown.order.status) || refused?.action === "say");
  useEffect(() => {
    if (hash === "#conversation") setOpen(true);
  }, [hash]);
  if (!shown.thread) return null;
  const unread = shown.thread.thread?.page.unread ?? 0;
  return (
    <details className="talk no-print" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon of={MessageCircle} />
        <span>
          <b>Conversation</b>
          <small className="wrap-anywhere">{lastOf(shown)}</small>
        </span>
        {unread > 0 ? <span className="count">{unread}</span> : <span />}
        <Icon of={ChevronDown} />
      </summary>
      <OrderThread thread={shown.thread} refused={refused?.action === "say" ? refused : undefined} />
    </details>
  );
};
