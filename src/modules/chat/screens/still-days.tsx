import type { TalkNames } from "../domain/message.ts";
import { newestSeen, noConversation, withPage } from "../panel/conversation.ts";
import { daysOf, timesIn } from "../panel/rows.ts";
import type { ChatPage } from "../queries/read-chat.ts";
import { Days } from "./message-row.tsx";

/** A conversation as the server knew it: what stands there before scripts work, and without them. */
export const StillDays = ({ page, names, zone }: { page: ChatPage; names: TalkNames; zone: string }) => {
  const conversation = withPage(noConversation(page.side), page, {});
  const times = timesIn(zone);
  return <Days days={daysOf(page.messages, times)} names={names} times={times} seen={newestSeen(conversation)} />;
};
