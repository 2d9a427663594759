import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { namesWithSupport, refuseMessage } from "../domain/message.ts";
import type { Chat } from "../panel/chat.ts";
import type { Conversation } from "../panel/conversation.ts";
import { browserDrafts } from "../panel/draft.ts";
import { timesIn } from "../panel/rows.ts";
import type { Unsent } from "../panel/unsent.ts";
import { AttachButton, Attachments } from "../screens/attachments.tsx";
import { FootAlert, sends } from "../screens/composer.tsx";
import { firstText, takeOver } from "../screens/kept-text.ts";
import { Alerts, useOnline } from "../screens/live-chat.tsx";
import { MessageLog } from "../screens/message-log.tsx";
import { useChatFiles } from "../screens/use-chat-files.ts";
import { useLive } from "../screens/use-live.ts";
import type { AdminChat, RefusedStep } from "./chat.server.ts";
import { SavedReplies } from "./saved-replies.tsx";
import { refusedText } from "./talk-refused.ts";
import { collisionMessage, heldMessage, type Typing, writingId } from "./typing-colleagues.ts";
import { useTaken } from "./use-taken.ts";

type Props = {
  chat: Chat;
  follow: (chat: Chat) => () => void;
  data: AdminChat;
  /** The conversation as the page brought it, shown until this device knows more. */
  first: Conversation;
  typing: readonly Typing[];
  refused: RefusedStep | undefined;
};

/** The field of the answer: its words, and a caret that stands behind what was put in. */
function useAnswer(start: string, focused: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [text, setText] = useState(start);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  useLayoutEffect(() => {
    if (caret.current === null || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const insert = (reply: string): void => {
    const [from, to] = [field.current?.selectionStart ?? text.length, field.current?.selectionEnd ?? text.length];
    const before = text.slice(0, from);
    const gap = before !== "" && !/\s$/.test(before) ? " " : "";
    caret.current = from + gap.length + reply.length;
    setText(before + gap + reply + text.slice(to));
  };
  return { field, text, setText, insert };
}

const isNote = (sent: FormData): boolean => sent.get("step") === "note";

/** Keeps what was written as a note; it is gone from the field when it was taken. */
function useNote(text: string, refused: RefusedStep | undefined, taken: () => void) {
  const submit = useSubmit();
  const busy = useTaken(isNote, refused !== undefined, taken);
  const keep = () => void submit({ step: "note", message: text }, { method: "post", preventScrollReset: true });
  return { busy, keep };
}

/** The conversation that goes on by itself, and the answer as Support. */
export const LiveTalk = ({ chat, follow, data, first, typing, refused }: Props) => {
  const { me, zone, replies } = data;
  const { known, state } = useLive(chat, follow, first);
  const times = useMemo(() => timesIn(zone), [zone]);
  const [kept] = useState(() => ({ draft: browserDrafts.of(me, chat.id), page: takeOver(writingId) }));
  const answer = useAnswer(firstText(kept.draft.text, kept.page.text), kept.page.focused);
  const files = useChatFiles(me, chat.id, kept.draft.files);
  const [asked, setAsked] = useState(false);
  const online = useOnline();
  const { text, setText } = answer;
  const { sent } = files;

  useEffect(() => browserDrafts.write(me, chat.id, { text, files: sent }), [me, chat.id, text, sent]);

  const long = text.length > 10_000 ? refuseMessage({ text, hasFile: true }) : null;
  const ready = !files.busy && long === null && (text.trim() !== "" || sent.length > 0);
  const send = () => {
    if (!ready) return;
    setAsked(true);
    chat.sendAll(text, sent);
    files.taken();
    setText("");
  };
  const edit = (one: Unsent) => {
    chat.drop(one.id);
    setText(firstText(one.text, text.trim()));
    if (one.file) files.bringBack(one.file);
  };
  const on = { retry: () => void chat.retry(), drop: (id: string) => void chat.drop(id), edit };
  const note = useNote(text, refused, () => setText(""));
  const noteRefused = refused?.step === "note" ? refusedText(refused) : null;
  const held = heldMessage(data.holder, data.chat.assignedTo === me, text);
  const collision = collisionMessage(typing, chat.id) || held;
  return (
    <>
      <MessageLog
        chat={chat}
        state={state}
        times={times}
        online={online}
        on={on}
        names={namesWithSupport("support", data.chat.name)}
        asides={data.asides}
      />
      <div className="ib-foot">
        <p className="ib-collision" role="status">
          {collision}
        </p>
        <Alerts state={known} asked={asked} support />
        {(long ?? noteRefused) && <FootAlert>{long ?? noteRefused}</FootAlert>}
        <Attachments files={files} />
        <form
          className="ib-write"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <label className="vh" htmlFor={writingId}>
            Message as Support
          </label>
          <textarea
            ref={answer.field}
            className="textarea"
            id={writingId}
            data-key="r"
            rows={2}
            placeholder="Enter sends, Shift + Enter makes a new line"
            dir="auto"
            value={text}
            aria-invalid={(long ?? noteRefused) ? true : undefined}
            onPaste={files.paste}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              if (value.trim() !== "") chat.typed();
            }}
            onKeyDown={(event: KeyboardEvent) => {
              if (!sends(event)) return;
              event.preventDefault();
              send();
            }}
          />
          <div className="ib-acts row">
            <AttachButton add={files.add} />
            <SavedReplies replies={replies} insert={answer.insert} />
            <span className="ib-send">
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
              <Button small disabled={!ready}>
                Send as Support
              </Button>
            </span>
          </div>
        </form>
      </div>
    </>
  );
};
