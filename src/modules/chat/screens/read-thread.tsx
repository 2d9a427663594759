import "#src/ui/styles/pages/chat-log.css";
import "#src/ui/styles/pages/thread.css";
import type { OrderThreadData } from "../threads/order-thread.server.ts";
import { StillDays } from "./message-row.tsx";

/** What client and writer of an order wrote to each other, for somebody who only reads: earlier writers first. */
export const ReadThread = ({ thread: { thread, names, earlier, zone } }: { thread: OrderThreadData }) => (
  <div className="thread">
    {earlier.map(({ page, names: then }) => (
      <div className="chat-log" key={page.chatId}>
        <p className="small muted">With a writer who no longer has the order:</p>
        <StillDays page={page} names={then} zone={zone} />
      </div>
    ))}
    {thread && (
      <div className="chat-log">
        {thread.page.messages.length === 0 && <p className="small muted">Nothing was written yet.</p>}
        {thread.page.older && <p className="small muted">These are the newest 50 messages.</p>}
        <StillDays page={thread.page} names={names} zone={zone} />
      </div>
    )}
  </div>
);
