import { type ComponentProps, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { maskContacts } from "#src/shared/contact-details.ts";
import { type ContactKind, listedContacts } from "#src/shared/hidden-contacts.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { cx } from "#src/ui/class-names.ts";
import { useFormOwner } from "#src/ui/form.tsx";
import { Icon, TriangleAlert } from "#src/ui/icons.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { Chat } from "../panel/chat.ts";
import type { Conversation } from "../panel/conversation.ts";
import type { Unsent } from "../panel/outbox.ts";
import { timesIn } from "../panel/rows.ts";
import type { OpenThread, OrderThreadData } from "../threads/order-thread.server.ts";
import { AttachButton, Attachments } from "./attachments.tsx";
import { FootAlert, sends } from "./composer.tsx";
import { Alerts, useOnline } from "./live-chat.tsx";
import { MessageLog } from "./message-log.tsx";
import { nothingYet } from "./message-row.tsx";
import { type Opened, useLive } from "./use-live.ts";
import { useHeldSend, useWriting } from "./use-writing.ts";

/** What a writer can do beside sending: ask, and stop the clock until the answer. */
export type Pause = {
  /** The state of the order that the page shows. */
  version: number;
  /** Until when it stands still at the latest, and when the client is reminded. */
  ends: string;
};

type StopClockProps = { pause: Pause } & Pick<ComponentProps<"input">, "checked" | "defaultChecked" | "onChange">;

/** Makes a message a question that stops the writer's clock; says until when before it is sent. */
export const StopClock = ({ pause, ...state }: StopClockProps) => (
  <div className="mx-2.5 border-t border-rule pt-1">
    <input type="hidden" name="seenVersion" value={pause.version} />
    <Checkbox name="stop" value="on" {...state}>
      Pause the work until the answer
      <small className="meta">{pause.ends}</small>
    </Checkbox>
  </div>
);

/** Why nothing can be written any more. */
export const Closed = ({ children }: { children: string }) => (
  <p className="mt-5 rounded-sm border border-rule-strong bg-well px-4 py-3 text-sm text-ink-2">{children}</p>
);

type Props = {
  opened: Opened;
  data: OrderThreadData;
  thread: OpenThread;
  pause: Pause | undefined;
  /** A question that was not taken. */
  refused: RefusedForm | undefined;
  /** The conversation as the page brought it, shown until this device knows more. */
  first: Conversation;
};

const fieldId = "thread-words";

type ComposerProps = Pick<Props, "data" | "pause" | "refused"> & {
  chat: Chat;
  /** What the log asks of the composer. */
  asked: { edit: (one: Unsent) => void };
};

/** A message that stops the clock is a step of the order, so it goes by the page's form and not by the outbox. */
function useQuestion(orderId: string, pause: Pause | undefined) {
  const submit = useSubmit();
  const owner = useFormOwner();
  const [stops, setStops] = useState(false);
  const asking = useSent()?.get("stop") === "on";
  const ask = (message: string): void => {
    if (!pause) return;
    const fields = { ...owner, action: "say", stop: "on", message, seenVersion: String(pause.version) };
    void submit(fields, { method: "post", action: `/dashboard/orders/${orderId}`, preventScrollReset: true });
  };
  return { stops: pause !== undefined && stops, setStops, asking, ask };
}

/** Where one writes to the other side of the order; what is kept of it outlives the page. */
const Composer = ({ chat, data, pause, refused, asked }: ComposerProps) => {
  const { me, names } = data;
  const question = useQuestion(data.orderId, pause);
  const writing = useWriting(me, chat, fieldId);
  const { field, text, setText, files, long } = writing;
  const { sent } = files;
  const settled = useDeferredValue(text);
  const kinds = useMemo(() => maskContacts(settled.slice(0, 10_000)).kinds, [settled]);
  useEffect(() => {
    asked.edit = writing.on.edit;
  });
  const { stops } = question;
  const says = text.trim() !== "" || !stops;
  // The question was taken: the clock stands, and nothing stops it a second time.
  const [asksFor, setAsksFor] = useState<string | null>(null);
  if (asksFor !== null && !pause) {
    setAsksFor(null);
    question.setStops(false);
    if (text === asksFor) setText("");
  }
  const send = () => {
    if (stops) {
      if (sent.length > 0) void chat.sendAll("", sent);
      files.taken();
      setAsksFor(text);
      question.ask(text);
      return;
    }
    writing.send();
    field.current?.focus();
  };
  const may = writing.may && says;
  const { press, why } = useHeldSend({ ...writing, may, ready: writing.ready && says }, send);
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
          press();
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
          onChange={({ currentTarget }) => writing.write(currentTarget.value)}
          onKeyDown={(event) => {
            // What will be hidden, and what stops the clock, is sent by a press alone: nobody misses the words about it.
            if (!sends(event) || warned || stops) return;
            event.preventDefault();
            press();
          }}
        />
        <Attachments files={files} why={why} />
        {warned && <ContactWarning kinds={kinds} other={names.other} change={() => field.current?.focus()} />}
        {pause && (
          <StopClock
            pause={pause}
            checked={stops}
            onChange={({ currentTarget: { checked } }) => question.setStops(checked)}
          />
        )}
        <div className={cx("flex flex-wrap items-center justify-between gap-2", pause && "mt-1")}>
          <AttachButton add={files.add} words />
          <Button small disabled={!may} busy={question.asking}>
            {stops ? "Ask and pause the work" : warned ? "Send with it hidden" : "Send"}
          </Button>
        </div>
      </form>
    </>
  );
};

/** The conversation that continues by itself, and where to write. */
export const LiveThread = ({ opened, data, thread, pause, refused, first }: Props) => {
  const { chat } = opened;
  const { known, state } = useLive(opened, first);
  const times = useMemo(() => timesIn(data.zone), [data.zone]);
  const asked = useRef({ edit: ({ id }: Unsent): void => void chat.drop(id) }).current;
  const online = useOnline();
  const drop = (id: string) => void chat.drop(id);
  const on = { retry: () => void chat.retry(), drop, edit: (one: Unsent) => asked.edit(one) };
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
        <Closed>{thread.closed}</Closed>
      ) : (
        <Composer chat={chat} data={data} pause={pause} refused={refused} asked={asked} />
      )}
    </>
  );
};

type Hidden = { kinds: readonly ContactKind[]; other: string; change: () => void };

/** What will be hidden from the other side, shown while the message is typed. */
const ContactWarning = ({ kinds, other, change }: Hidden) => (
  <div
    className="mx-1 grid grid-cols-[22px_minmax(0,1fr)] gap-2.5 rounded-sm border border-warn/40 bg-warn-tint px-3 py-2.5 text-sm"
    id="contact-warning"
    role="status"
  >
    <Icon of={TriangleAlert} className="mt-px size-5 text-warn" />
    <p>
      <b className="strong">{`This has ${listedContacts(kinds)}.`}</b>
      {` It will be hidden for ${other}. Write here instead, files too. `}
      <button type="button" className="link min-h-0" onClick={change}>
        Change the message
      </button>
    </p>
  </div>
);
