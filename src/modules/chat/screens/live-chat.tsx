import { type FormEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { aboutOrder, failedToSend, namesWithSupport, notInitialized } from "../domain/message.ts";
import { longestRating, type Rating, ratingLabels, ratingValues } from "../domain/rating.ts";
import type { Chat, ChatState } from "../panel/chat.ts";
import { browserDrafts } from "../panel/draft.ts";
import { timesIn } from "../panel/rows.ts";
import { AttachButton, Attachments } from "./attachments.tsx";
import { Composer, FootAlert } from "./composer.tsx";
import { MessageLog } from "./message-log.tsx";
import { useHeldSend, useWriting } from "./use-writing.ts";

type HowWasItProps = {
  /** The question's id, while it waits for an answer. */
  readonly question: string | undefined;
  readonly rated: () => void;
};

const send = (ratingId: string, rating: Rating, comment: string): Promise<boolean> =>
  fetch("/api/chat/rate", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ratingId, rating, comment }),
  }).then(
    ({ ok, status }) => ok || status === 409,
    () => false,
  );

const below = "mt-4 grid gap-2 rounded-sm border border-rule-strong bg-sheet p-3 text-sm";

/** Asked once below a closed conversation: three choices, and a comment if there is one. Who continues writing ends it. */
const HowWasIt = ({ question, rated }: HowWasItProps) => {
  const name = useId();
  const [chosen, choose] = useState<Rating | null>(null);
  const [thanked, thank] = useState(false);
  const [failed, fail] = useState(false);
  const end = useRef<HTMLButtonElement>(null);
  // The panel is low: what a choice adds would stand below what one sees.
  useEffect(() => {
    if (chosen !== null) end.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (thanked)
    return (
      <p className={below} role="status">
        Thank you. Support reads it.
      </p>
    );
  if (question === undefined) return null;
  const answer = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen === null) return;
    const comment = String(new FormData(event.currentTarget).get("comment") ?? "");
    const taken = await send(question, chosen, comment);
    fail(!taken);
    thank(taken);
    if (taken) rated();
  };
  return (
    <form className={below} onSubmit={(event) => void answer(event)}>
      <fieldset>
        <legend className="strong">How was this conversation?</legend>
        {ratingValues.map((rating) => (
          <label key={rating} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              className="size-5 accent-pen"
              name={name}
              checked={chosen === rating}
              onChange={() => choose(rating)}
            />
            {ratingLabels[rating]}
          </label>
        ))}
      </fieldset>
      {chosen !== null && (
        <>
          <label htmlFor={`${name}-comment`}>What should we know? You can leave it empty.</label>
          <textarea className="textarea" id={`${name}-comment`} name="comment" rows={2} maxLength={longestRating} />
          {failed && <p role="alert">This was not sent. Send it again.</p>}
          <button ref={end} type="submit" className="btn btn-outline btn-sm justify-self-start">
            Send
          </button>
        </>
      )}
    </form>
  );
};

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
      <div className="min-h-0 border-t border-rule-strong">
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
