import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { aboutOrder, failedToSend, namesWithSupport, notInitialized } from "../domain/message.ts";
import type { Chat, ChatState } from "../panel/chat.ts";
import { browserDrafts } from "../panel/draft.ts";
import { timesIn } from "../panel/rows.ts";
import { AttachButton, Attachments } from "./attachments.tsx";
import { Composer, FootAlert } from "./composer.tsx";
import { HowWasIt } from "./how-was-it.tsx";
import { MessageLog } from "./message-log.tsx";
import { useHeldSend, useWriting } from "./use-writing.ts";

export type ChatPerson = { readonly id: string; readonly role: number; readonly timeZone: string | null };

const watchLine = (notify: () => void) => {
  addEventListener("online", notify);
  addEventListener("offline", notify);
  return () => {
    removeEventListener("online", notify);
    removeEventListener("offline", notify);
  };
};
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  );

export const AllChats = () => (
  <Link className="link" to="/admin/chats">
    All chats
  </Link>
);

/** Alerts, next to where one writes. */
export const Alerts = ({ state, asked, support }: { state: ChatState; asked: boolean; support: boolean }) => {
  const { pathname, search } = useLocation();
  if (state.session === "signed-out")
    return (
      <FootAlert
        action={
          <Link
            className="link"
            to={`/login?next=${encodeURIComponent(pathname + search)}`}
            reloadDocument
            onClick={() => browserDrafts.keepOpen()}
          >
            Sign in
          </Link>
        }
      >
        You are signed out. Your words are kept.
      </FootAlert>
    );
  if (asked && state.session === "none")
    return <FootAlert action={support && <AllChats />}>{notInitialized}</FootAlert>;
  const failing = state.unsent.some((one) => one.state === "waiting" && one.tries > 0);
  return failing ? <FootAlert>{failedToSend}</FootAlert> : null;
};

type Props = {
  chat: Chat;
  person: ChatPerson;
  /** The number of the order on whose page the conversation stands. */
  about?: string;
};

/** The conversation of a signed-in person, or of Support with one. */
export const LiveChat = ({ chat, person, about }: Props) => {
  const state = useSyncExternalStore(chat.subscribe, chat.state);
  const { conversation, session } = state;
  const support = conversation.side === "support";
  const times = useMemo(() => timesIn(person.timeZone), [person.timeZone]);
  const writing = useWriting(person.id, chat);
  const { text, files } = writing;
  const [asked, setAsked] = useState(false);
  const online = useOnline();

  useEffect(() => {
    void chat.show(true);
    return () => void chat.show(false);
  }, [chat]);

  const send = () => {
    setAsked(true);
    if (session !== "none") writing.send(about ? aboutOrder(text, about) : text);
  };
  const { press, why } = useHeldSend(writing, send);
  return (
    <>
      <MessageLog
        chat={chat}
        state={state}
        times={times}
        online={online}
        on={writing.on}
        names={namesWithSupport(conversation.side)}
        foot={conversation.side === "person" && <HowWasIt question={conversation.question} rated={chat.wake} />}
      />
      <div className="chat-foot">
        <Alerts state={state} asked={asked} support={support} />
        <Attachments files={files} why={why} />
        <Composer
          text={text}
          write={writing.write}
          send={press}
          ready={writing.may}
          onPaste={files.paste}
          attach={<AttachButton add={files.add} />}
        />
      </div>
    </>
  );
};
