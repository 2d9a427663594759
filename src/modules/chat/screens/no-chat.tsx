import { useState } from "react";
import { Link } from "react-router";
import { notInitialized } from "../domain/message.ts";
import { Composer, FootAlert } from "./composer.tsx";

/** The office without a chosen chat has no session (decisions 6): sending says so, and the words stay. */
export const NoChat = () => {
  const [text, write] = useState("");
  const [asked, setAsked] = useState(false);
  const allChats = <Link to="/admin/chats">Choose a chat</Link>;
  return (
    <>
      <div className="chat-log chat-rest">
        <p>No chat is chosen. {allChats} to answer a client.</p>
      </div>
      <div className="chat-foot">
        {asked && <FootAlert>{notInitialized}</FootAlert>}
        <Composer text={text} write={write} send={() => setAsked(true)} ready={text.trim() !== ""} />
      </div>
    </>
  );
};
