import { useOutletContext } from "react-router";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { countUpTo } from "./labels.ts";
import type { InboxContext } from "./typing-colleagues.ts";

const sentence = (waiting: number): string => {
  if (waiting === 0) return "Nobody waits for an answer.";
  if (waiting === 1) return "One chat waits for an answer.";
  return `${countUpTo(waiting)} chats wait for an answer.`;
};

const enquiryLabel = (open: number): string =>
  open === 0 ? "No enquiry waits for an answer." : "Choose one from the list.";

/** No chat is chosen: no session exists (decisions 6). */
export default function NoChat() {
  const { ask, counts } = useOutletContext<InboxContext>();
  const enquiries = ask.tab === "enquiries";
  return (
    <section className="ib-empty" aria-labelledby="no-chat">
      <Empty
        art
        title={<span id="no-chat">{enquiries ? "No enquiry is open" : "No chat is open"}</span>}
        actions={
          counts.enquiries > 0 &&
          !enquiries && (
            <LinkButton small variant="outline" to="/admin/chats?tab=enquiries">
              Look at the enquiries
            </LinkButton>
          )
        }
      >
        {enquiries ? enquiryLabel(counts.enquiries) : `${sentence(counts.waiting)} Choose one from the list.`}
      </Empty>
    </section>
  );
}
