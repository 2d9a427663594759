import type { TalkNames } from "../domain/message.ts";
import { newestSeen, noConversation, withPage } from "../panel/conversation.ts";
import { daysOf, timesIn, withAsides } from "../panel/rows.ts";
import type { ChatPage, ShownMessage } from "../queries/message-page.ts";
import { Days } from "./message-row.tsx";

type Props = { page: ChatPage; names: TalkNames; zone: string; asides?: readonly ShownMessage[] };

/** A conversation as the server knew it: what stands there before scripts work, and without them. */
export const StillDays = ({ page, names, zone, asides = [] }: Props) => {
  const conversation = withPage(noConversation(page.side), page, {});
  const times = timesIn(zone);
  const days = daysOf(withAsides(page.messages, asides, page.older), times);
  return <Days days={days} names={names} times={times} seen={newestSeen(conversation)} />;
};
