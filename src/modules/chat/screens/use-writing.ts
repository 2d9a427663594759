import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { refuseMessage } from "../domain/message.ts";
import type { Chat } from "../panel/chat.ts";
import { browserDrafts } from "../panel/draft.ts";
import type { Unsent } from "../panel/outbox.ts";
import { useChatFiles } from "./use-chat-files.ts";

type Typed = { text: string; caret: readonly [number, number] | null };

/** Words typed into the field of this id before scripts worked; `caret`: the selection in it, null without the focus. */
function typedBefore(id: string): Typed {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return { text: "", caret: null };
  const { value: text, selectionStart, selectionEnd } = field;
  return { text, caret: document.activeElement === field ? [selectionStart, selectionEnd] : null };
}

/** What is kept and what is typed now, neither lost. */
const firstText = (kept: string, typed: string): string => {
  if (kept === "" || kept === typed) return typed;
  return typed === "" ? kept : `${kept}\n${typed}`;
};

/** Why a text is too long to be sent, shown while it is typed; null: it is not. */
export const tooLong = (text: string): string | null =>
  text.length > 10_000 ? refuseMessage({ text, hasFile: true }) : null;

/**
 * What is being written into a conversation: words and files, kept on the device until they are sent. `fieldId`: the
 * field that stood in the page before scripts worked. `on`: what can be done with messages on their way.
 */
export function useWriting(me: string, chat: Chat, fieldId?: string) {
  const [kept] = useState(() => ({
    draft: browserDrafts.of(me, chat.id),
    page: fieldId === undefined ? { text: "", caret: null } : typedBefore(fieldId),
  }));
  const [text, setText] = useState(() => firstText(kept.draft.text, kept.page.text));
  const field = useRef<HTMLTextAreaElement>(null);
  const files = useChatFiles(me, chat.id, kept.draft.files);
  const { sent } = files;
  // In the task that replaces the field: a key that is pressed before an effect without layout would reach no field.
  useLayoutEffect(() => {
    const { text: typed, caret } = kept.page;
    if (!field.current || !caret) return;
    const shift = field.current.value.length - typed.length;
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(caret[0] + shift, caret[1] + shift);
  }, [kept]);
  useEffect(() => browserDrafts.write(me, chat.id, { text, files: sent }), [me, chat.id, text, sent]);
  const long = tooLong(text);
  return {
    field,
    text,
    setText,
    files,
    long,
    /** There is something to send. `ready`: and nothing of it is still on its way. */
    may: long === null && (text.trim() !== "" || sent.length > 0 || files.notYet !== null),
    ready: files.notYet === null && long === null && (text.trim() !== "" || sent.length > 0),
    write: (typed: string) => {
      setText(typed);
      if (typed.trim() !== "") chat.typed();
    },
    send: (words = text, over: string | null = null) => {
      void chat.sendAll(words, sent, over);
      files.taken();
      setText("");
    },
    on: {
      retry: () => void chat.retry(),
      ask: (id: string) => void chat.askPerson(id),
      drop: (id: string) => void chat.drop(id),
      edit: (one: Unsent) => {
        void chat.drop(one.id);
        setText((now) => firstText(one.text, now.trim()));
        if (one.file) files.bringBack(one.file);
      },
    },
  };
}

type Sending = Pick<ReturnType<typeof useWriting>, "text" | "files" | "may" | "ready">;

/**
 * A press on "Send" while files of the message are on their way is kept and given back when they are sent; what is
 * written meanwhile ends that. `why`: what the press waits for, or what must be decided first.
 */
export function useHeldSend({ text, files, may, ready }: Sending, send: () => void) {
  const [heldFor, holdFor] = useState<string | null>(null);
  const held = heldFor === text;
  const waits = files.notYet !== null;
  useEffect(() => {
    if (heldFor === null || (held && waits)) return;
    holdFor(null);
    if (held && ready) send();
  });
  const press = (): void => {
    if (ready) send();
    else if (may && waits) holdFor(text);
  };
  return { press, why: held ? files.notYet : null };
}
