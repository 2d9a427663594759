import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { useFormOwner } from "#src/ui/form.tsx";
import { namesWithSupport } from "../domain/message.ts";
import type { Conversation } from "../panel/conversation.ts";
import { timesIn } from "../panel/rows.ts";
import { AttachButton, Attachments } from "../screens/attachments.tsx";
import { FootAlert, sends } from "../screens/composer.tsx";
import { Alerts, useOnline } from "../screens/live-chat.tsx";
import { MessageLog } from "../screens/message-log.tsx";
import { type Opened, useLive } from "../screens/use-live.ts";
import { useTaken } from "../screens/use-taken.ts";
import { useHeldSend, useWriting } from "../screens/use-writing.ts";
import { collisionMessage, heldBy, refusedText, type Typing, writingId } from "./answering.ts";
import type { AdminChat, RefusedStep } from "./chat.server.ts";
import { SavedReplies } from "./saved-replies.tsx";

type Props = {
  opened: Opened;
  data: AdminChat;
  /** The conversation as the page brought it, shown until this device knows more. */
  first: Conversation;
  typing: readonly Typing[];
  refused: RefusedStep | undefined;
};

/** Puts a text into the field of the answer; the caret stands behind it. */
function useInsert({ field, text, setText }: ReturnType<typeof useWriting>) {
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (reply: string): void => {
    const [from, to] = [field.current?.selectionStart ?? text.length, field.current?.selectionEnd ?? text.length];
    const before = text.slice(0, from);
    const gap = before !== "" && !/\s$/.test(before) ? " " : "";
    caret.current = from + gap.length + reply.length;
    setText(before + gap + reply + text.slice(to));
  };
}

const isNote = (sent: FormData): boolean => sent.get("step") === "note";

/** Keeps what was written as a note; it is gone from the field when it was taken. */
function useNote(text: string, refused: RefusedStep | undefined, taken: () => void) {
  const submit = useSubmit();
  const owner = useFormOwner();
  const busy = useTaken(isNote, refused !== undefined, taken);
  const keep = () =>
    void submit({ ...owner, step: "note", message: text }, { method: "post", preventScrollReset: true });
  return { busy, keep };
}

/** The conversation that continues by itself, and the answer as Support. */
export const LiveTalk = ({ opened, data, first, typing, refused }: Props) => {
  const { me, zone, replies } = data;
  const { chat } = opened;
  const { known, state } = useLive(opened, first);
  const times = useMemo(() => timesIn(zone), [zone]);
  const writing = useWriting(me, chat, writingId);
  const { text, setText, files, long } = writing;
  const insert = useInsert(writing);
  const [asked, setAsked] = useState(false);
  const online = useOnline();
  const { chat: about, holder } = data;
  const colleague = heldBy({ me, assignedTo: about.assignedTo }, text);
  /** Nobody but whoever has the chat answers in it unasked: a first press asks, and counts for this colleague. */
  const [asksOver, setAsksOver] = useState(false);
  const [over, setOver] = useState<string | null>(null);
  const sendOver = (passed: string | null) => {
    setAsked(true);
    setAsksOver(false);
    setOver(passed);
    writing.send(text, passed);
  };
  const send = () => (colleague !== over && colleague !== null ? setAsksOver(true) : sendOver(colleague));
  const { press, why } = useHeldSend(writing, send);
  const note = useNote(text, refused, () => setText(""));
  const noteRefused = refused?.step === "note" ? refusedText(refused) : null;
  const held = colleague && colleague !== over ? `${holder} has this chat. Take it before you answer.` : "";
  const collision = collisionMessage(typing, chat.id) || held;
  return (
    <>
      <MessageLog
        chat={chat}
        state={state}
        times={times}
        online={online}
        on={writing.on}
        names={namesWithSupport("support", data.chat.name)}
        asides={data.asides}
      />
      <div className="ib-foot min-h-0 border-t border-rule-strong">
        <p className={collision ? "border-b border-rule bg-warn-tint px-6 py-1.5 text-sm/5" : undefined} role="status">
          {collision}
        </p>
        <Alerts state={known} asked={asked} support />
        {(long ?? noteRefused) && <FootAlert>{long ?? noteRefused}</FootAlert>}
        {asksOver && colleague && (
          <FootAlert
            tone="info"
            action={
              <button type="button" className="link" onClick={() => sendOver(colleague)}>
                Send it all the same
              </button>
            }
          >
            {`${holder} has this chat. Your answer is not sent.`}
          </FootAlert>
        )}
        <Attachments files={files} why={why} />
        <form
          className="grid gap-2 px-6 py-4 max-lg:px-4 max-md:py-3"
          onSubmit={(event) => {
            event.preventDefault();
            press();
          }}
        >
          <label className="vh" htmlFor={writingId}>
            Message as Support
          </label>
          <textarea
            ref={writing.field}
            className="textarea max-h-[30vh] min-h-19 text-[1rem]/6 max-md:min-h-14"
            id={writingId}
            data-key="r"
            rows={2}
            placeholder="Enter sends, Shift + Enter makes a new line"
            dir="auto"
            value={text}
            aria-invalid={(long ?? noteRefused) ? true : undefined}
            onPaste={files.paste}
            onChange={({ currentTarget }) => writing.write(currentTarget.value)}
            onKeyDown={(event: KeyboardEvent) => {
              if (!sends(event)) return;
              event.preventDefault();
              press();
            }}
          />
          <div className="row [--gap:8px]">
            <AttachButton add={files.add} />
            <SavedReplies replies={replies} insert={insert} />
            <span className="ml-auto flex flex-wrap justify-end gap-2">
              <Button
                type="button"
                small
                variant="outline"
                busy={note.busy}
                disabled={text.trim() === ""}
                onClick={note.keep}
              >
                Keep as a note
              </Button>
              <Button small disabled={!writing.may}>
                Send as Support
              </Button>
            </span>
          </div>
        </form>
      </div>
    </>
  );
};
