import { useOutletContext } from "react-router";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import type { InboxContext } from "./typing-colleagues.ts";
import { countUpTo } from "./words.ts";

const sentence = (waiting: number): string => {
  if (waiting === 0) return "Nobody waits for an answer.";
  if (waiting === 1) return "One chat waits for an answer.";
  return `${countUpTo(waiting)} chats wait for an answer.`;
};

/** No chat is chosen: no session exists (decisions 6). */
export default function NoChat() {
  const { counts } = useOutletContext<InboxContext>();
  return (
    <section className="ib-empty" aria-labelledby="no-chat">
      <Empty
        art
        title={<span id="no-chat">No chat is open</span>}
        actions={
          counts.enquiries > 0 && (
            <LinkButton small variant="outline" to="/admin/chats?tab=enquiries">
              Look at the enquiries
            </LinkButton>
          )
        }
      >
        {`${sentence(counts.waiting)} Choose one from the list.`}
      </Empty>
    </section>
  );
}
