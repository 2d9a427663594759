import type { TalkNames } from "../domain/message.ts";
import { newestSeen, noConversation, withPage } from "../panel/conversation.ts";
import { daysOf, timesIn, withAsides } from "../panel/rows.ts";
import type { ChatPage, ShownMessage } from "../queries/message-page.ts";
import type { OrderThreadData } from "../threads/order-thread.server.ts";
import { Days } from "./message-row.tsx";

type Props = { page: ChatPage; names: TalkNames; zone: string; asides?: readonly ShownMessage[] };

/** A conversation as the server knew it: what stands there before scripts work, and without them. */
export const StillDays = ({ page, names, zone, asides = [] }: Props) => {
  const conversation = withPage(noConversation(page.side), page, {});
  const times = timesIn(zone);
  const days = daysOf(withAsides(page.messages, asides, page.older), times);
  return <Days days={days} names={names} times={times} seen={newestSeen(conversation)} />;
};

/** Shown before the first message. */
export const nothingYet = ({ names, side }: OrderThreadData) => (
  <p className="soft">
    {side === "writer"
      ? `Nothing was written yet. ${names.other} reads it here and gets an e-mail.`
      : `Nothing was written yet. Ask ${names.other} about the work, or send a file that helps.`}
  </p>
);
