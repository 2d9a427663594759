import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { aboutOrder } from "../domain/about-order.ts";
import { honestNote } from "../domain/honest-note.ts";
import { failedToSend, namesWithSupport, notInitialized } from "../domain/message.ts";
import type { Chat, ChatState } from "../panel/chat.ts";
import { browserDrafts } from "../panel/draft.ts";
import { timesIn } from "../panel/rows.ts";
import type { Unsent } from "../panel/unsent.ts";
import { AttachButton, Attachments } from "./attachments.tsx";
import { Composer, FootAlert } from "./composer.tsx";
import { HowWasIt } from "./how-was-it.tsx";
import { MessageLog } from "./message-log.tsx";
import { useChatFiles } from "./use-chat-files.ts";

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

/** The alerts of the specification, next to where one writes. */
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
    return (
      <FootAlert
        action={
          support && (
            <Link className="link" to="/admin/chats">
              All chats
            </Link>
          )
        }
      >
        {notInitialized}
      </FootAlert>
    );
  const failing = state.unsent.some((one) => one.state === "waiting" && one.tries > 0);
  return failing ? <FootAlert>{failedToSend}</FootAlert> : null;
};

/** What the operator does not do, said while somebody asks for it; it hinders nobody from sending. */
const HonestNote = ({ text }: { text: string }) => {
  const settled = useDeferredValue(text);
  const note = useMemo(() => honestNote(settled), [settled]);
  return note && <FootAlert tone="info">{note}</FootAlert>;
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
  const [first] = useState(() => browserDrafts.of(person.id, chat.id));
  const [text, setText] = useState(first.text);
  const [asked, setAsked] = useState(false);
  const files = useChatFiles(person.id, chat.id, first.files);
  const online = useOnline();
  const { sent } = files;

  useEffect(() => {
    void chat.show(true);
    return () => void chat.show(false);
  }, [chat]);
  useEffect(() => browserDrafts.write(person.id, chat.id, { text, files: sent }), [person.id, chat.id, text, sent]);

  const write = (typed: string) => {
    setText(typed);
    if (typed.trim() !== "") chat.typed();
  };
  const send = () => {
    setAsked(true);
    if (session === "none") return;
    chat.sendAll(about ? aboutOrder(text, about) : text, sent);
    files.taken();
    setText("");
  };
  const edit = (one: Unsent) => {
    chat.drop(one.id);
    setText(text.trim() === "" ? one.text : `${one.text}\n${text}`);
    if (one.file) files.bringBack(one.file);
  };
  const on = { retry: () => void chat.retry(), drop: (id: string) => void chat.drop(id), edit };
  const ready = !files.busy && (text.trim() !== "" || sent.length > 0);
  return (
    <>
      <MessageLog
        chat={chat}
        state={state}
        times={times}
        online={online}
        on={on}
        names={namesWithSupport(conversation.side)}
        foot={conversation.side === "person" && <HowWasIt question={conversation.question} rated={chat.wake} />}
      />
      <div className="chat-foot">
        <Alerts state={state} asked={asked} support={support} />
        {!support && <HonestNote text={text} />}
        <Attachments files={files} />
        <Composer
          text={text}
          write={write}
          send={send}
          ready={ready}
          onPaste={files.paste}
          attach={<AttachButton add={files.add} />}
        />
      </div>
    </>
  );
};
