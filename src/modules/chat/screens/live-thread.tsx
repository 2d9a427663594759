import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useNavigation, useRevalidator, useSubmit } from "react-router";
import { maskContacts } from "#src/shared/contact-details.ts";
import { type ContactKind, listedContacts } from "#src/shared/hidden-contacts.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { Icon, TriangleAlert } from "#src/ui/icons.tsx";
import { refuseMessage } from "../domain/message.ts";
import type { Chat } from "../panel/chat.ts";
import type { Conversation } from "../panel/conversation.ts";
import { browserDrafts } from "../panel/draft.ts";
import { timesIn } from "../panel/rows.ts";
import type { Unsent } from "../panel/unsent.ts";
import type { OpenThread, OrderThreadData } from "../threads/order-thread.server.ts";
import { AttachButton, Attachments } from "./attachments.tsx";
import { FootAlert, sends } from "./composer.tsx";
import { firstText, takeOver } from "./kept-text.ts";
import { Alerts, useOnline } from "./live-chat.tsx";
import { MessageLog } from "./message-log.tsx";
import { nothingYet } from "./nothing-yet.tsx";
import { type Pause, StopClock } from "./stop-clock.tsx";
import { useChatFiles } from "./use-chat-files.ts";
import { useLive } from "./use-live.ts";

type Props = {
  chat: Chat;
  follow: (chat: Chat) => () => void;
  data: OrderThreadData;
  thread: OpenThread;
  pause: Pause | undefined;
  /** A question that was not taken. */
  refused: RefusedForm | undefined;
  /** The conversation as the page brought it, shown until this device knows more. */
  first: Conversation;
};

const fieldId = "thread-words";

type ComposerProps = Pick<Props, "chat" | "data" | "pause" | "refused"> & { asked: { edit: (one: Unsent) => void } };

/** A message that stops the clock is a step of the order, so it goes by the page's form and not by the outbox. */
function useQuestion(orderId: string, pause: Pause | undefined) {
  const submit = useSubmit();
  const { state, formData } = useNavigation();
  const [stops, setStops] = useState(false);
  const asking = state !== "idle" && formData?.get("stop") === "on";
  const ask = (message: string): void => {
    if (!pause) return;
    const fields = { action: "say", stop: "on", message, seenVersion: String(pause.version) };
    void submit(fields, { method: "post", action: `/dashboard/orders/${orderId}`, preventScrollReset: true });
  };
  return { stops: pause !== undefined && stops, setStops, asking, ask };
}

/** Where one writes to the other side of the order; what is kept of it outlives the page. */
const Composer = ({ chat, data, pause, refused, asked }: ComposerProps) => {
  const { me, names } = data;
  const question = useQuestion(data.orderId, pause);
  const [kept] = useState(() => ({ draft: browserDrafts.of(me, chat.id), page: takeOver(fieldId) }));
  const [text, setText] = useState(() => firstText(kept.draft.text, kept.page.text));
  const field = useRef<HTMLTextAreaElement>(null);
  const files = useChatFiles(me, chat.id, kept.draft.files);
  const { sent } = files;
  const settled = useDeferredValue(text);
  const kinds = useMemo(() => maskContacts(settled.slice(0, 10_000)).kinds, [settled]);
  useEffect(() => {
    if (kept.page.focused) field.current?.focus();
  }, [kept]);
  useEffect(() => browserDrafts.write(me, chat.id, { text, files: sent }), [me, chat.id, text, sent]);
  useEffect(() => {
    asked.edit = (one) => {
      setText((now) => firstText(one.text, now.trim()));
      if (one.file) files.bringBack(one.file);
    };
  });
  const long = text.length > 10_000 ? refuseMessage({ text, hasFile: true }) : null;
  const { stops } = question;
  const ready = !files.busy && long === null && (text.trim() !== "" || (sent.length > 0 && !stops));
  // The question was taken: the clock stands, and nothing stops it a second time.
  const [asksFor, setAsksFor] = useState<string | null>(null);
  if (asksFor !== null && !pause) {
    setAsksFor(null);
    question.setStops(false);
    if (text === asksFor) setText("");
  }
  const send = () => {
    if (!ready) return;
    if (stops) {
      if (sent.length > 0) void chat.sendAll("", sent);
      files.taken();
      setAsksFor(text);
      question.ask(text);
      return;
    }
    void chat.sendAll(text, sent);
    files.taken();
    setText("");
    field.current?.focus();
  };
  const warned = kinds.length > 0 && long === null;
  return (
    <>
      {long && <FootAlert>{long}</FootAlert>}
      {refused && !long && (
        <FootAlert>{refused.errors.message ?? refused.message ?? "Your question was not sent."}</FootAlert>
      )}
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label className="vh" htmlFor={fieldId}>{`Message to ${names.other}`}</label>
        <textarea
          ref={field}
          className="textarea"
          id={fieldId}
          rows={2}
          dir="auto"
          placeholder={`Write to ${names.other}`}
          value={text}
          aria-invalid={long !== null || undefined}
          aria-describedby={warned ? "contact-warning" : undefined}
          onPaste={files.paste}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            if (value.trim() !== "") chat.typed();
          }}
          onKeyDown={(event) => {
            // What will be hidden, and what stops the clock, is sent by a press alone: nobody misses the words about it.
            if (!sends(event) || warned || stops) return;
            event.preventDefault();
            send();
          }}
        />
        <Attachments files={files} />
        {warned && <ContactWarning kinds={kinds} other={names.other} change={() => field.current?.focus()} />}
        {pause && (
          <StopClock
            pause={pause}
            checked={stops}
            onChange={({ currentTarget: { checked } }) => question.setStops(checked)}
          />
        )}
        <div className="foot-row">
          <AttachButton add={files.add} words />
          <Button small disabled={!ready} busy={question.asking}>
            {stops ? "Ask and stop the clock" : warned ? "Send with it hidden" : "Send"}
          </Button>
        </div>
      </form>
    </>
  );
};

/** A step of the order came while the page was open: the page shows the order as it is now. */
function useSteps({ messages }: Conversation): void {
  const { revalidate } = useRevalidator();
  const newest = messages.findLast(({ senderType }) => senderType === "system")?.id;
  const shown = useRef(newest);
  useEffect(() => {
    if (shown.current === newest) return;
    shown.current = newest;
    void revalidate();
  }, [newest, revalidate]);
}

/** The conversation that goes on by itself, and where to write. */
export const LiveThread = ({ chat, follow, data, thread, pause, refused, first }: Props) => {
  const { known, state } = useLive(chat, follow, first);
  useSteps(state.conversation);
  const times = useMemo(() => timesIn(data.zone), [data.zone]);
  const asked = useRef({ edit: (_one: Unsent): void => undefined }).current;
  const online = useOnline();
  const edit = (one: Unsent) => {
    void chat.drop(one.id);
    asked.edit(one);
  };
  const on = { retry: () => void chat.retry(), drop: (id: string) => void chat.drop(id), edit };
  return (
    <>
      <MessageLog
        chat={chat}
        state={state}
        times={times}
        online={online}
        on={on}
        names={data.names}
        rest={nothingYet(data)}
      />
      <Alerts state={known} asked={false} support={false} />
      {thread.closed ? (
        <p className="thread-closed">{thread.closed}</p>
      ) : (
        <Composer chat={chat} data={data} pause={pause} refused={refused} asked={asked} />
      )}
    </>
  );
};

type Hidden = { kinds: readonly ContactKind[]; other: string; change: () => void };

/** What will be hidden from the other side, said while it is written. */
const ContactWarning = ({ kinds, other, change }: Hidden) => (
  <div className="contact-warning" id="contact-warning" role="status">
    <Icon of={TriangleAlert} />
    <p>
      <b className="strong">{`This has ${listedContacts(kinds)}.`}</b>
      {` It will be hidden for ${other}. Write here instead, files too. `}
      <button type="button" className="link" onClick={change}>
        Change the message
      </button>
    </p>
  </div>
);
