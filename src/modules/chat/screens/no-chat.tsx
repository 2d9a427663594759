import { useState } from "react";
import { Link } from "react-router";
import { notInitialized } from "../domain/message.ts";
import { Composer, FootAlert } from "./composer.tsx";

/** Support without a chosen chat has no session (decisions 6): sending says so, and the words stay. */
export const NoChat = () => {
  const [text, write] = useState("");
  const [asked, setAsked] = useState(false);
  const toAll = (
    <Link className="link" to="/admin/chats">
      All chats
    </Link>
  );
  return (
    <>
      <div className="chat-log chat-rest">
        <p>
          No chat is chosen. <Link to="/admin/chats">Choose one</Link> to answer a client.
        </p>
      </div>
      <div className="chat-foot">
        {asked && <FootAlert action={toAll}>{notInitialized}</FootAlert>}
        <Composer text={text} write={write} send={() => setAsked(true)} ready={text.trim() !== ""} />
      </div>
    </>
  );
};
