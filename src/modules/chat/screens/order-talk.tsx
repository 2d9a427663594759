import { useEffect } from "react";
import "#src/ui/styles/pages/chat.css";
import "#src/ui/styles/pages/chat-log.css";
import { chatOf, follow } from "../panel/browser.ts";
import { type ChatPerson, LiveChat } from "./live-chat.tsx";

/** The conversation itself. What is written here names the order, so that Support knows which one is meant. */
export const OrderTalk = ({ person, number }: { person: ChatPerson; number?: string }) => {
  const chat = chatOf(person.id, person.id, "person");
  useEffect(() => follow(chat), [chat]);
  return (
    <div className="chat-in-page no-print flex flex-col overflow-clip rounded-md border border-rule-strong bg-raised">
      <LiveChat key={person.id} chat={chat} person={person} {...(number !== undefined && { about: number })} />
    </div>
  );
};
