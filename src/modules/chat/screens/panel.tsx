import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { countUpTo } from "#src/shared/counted.ts";
import { isId } from "#src/shared/id.ts";
import "#src/ui/styles/pages/chat.css";
import "#src/ui/styles/pages/chat-log.css";
import { Icon, MessageCircle, X } from "#src/ui/icons.tsx";
import { chatOf, follow } from "../panel/browser.ts";
import type { Chat } from "../panel/chat.ts";
import { browserDrafts } from "../panel/draft.ts";
import { ChatWindow } from "./chat-window.tsx";

type Person = NonNullable<NonNullable<ReturnType<typeof useFrame>>["person"]>;

/** The person's own chat; for Support the one that the address names, or none. */
function chatFor(person: Person | null, wish: string | null): Chat | null {
  if (!person) return null;
  if (person.role !== 3) return chatOf(person.id, person.id, "person");
  return wish && isId(wish) ? chatOf(person.id, wish, "support") : null;
}

const nothing = () => () => undefined;

const useUnread = (chat: Chat | null): number =>
  useSyncExternalStore(chat?.subscribe ?? nothing, () => chat?.state().conversation.unread ?? 0);

const isTile = (element: Element | null): boolean => element?.classList.contains("chat-btn") ?? false;

type Opening = { readonly open: boolean; readonly close: () => void; readonly toggle: () => void };

/** Open or closed; closing gives the focus back to the tile. */
function useOpening(first: boolean, tile: React.RefObject<HTMLButtonElement | null>): Opening {
  const [open, setOpen] = useState(first);
  // The link that stood here held the focus when it was replaced.
  const [held] = useState(() => isTile(document.activeElement));
  const back = useRef(held);
  useEffect(() => {
    if (!open && back.current) tile.current?.focus();
    back.current = open;
  }, [open, tile]);
  return { open, close: useCallback(() => setOpen(false), []), toggle: () => setOpen(!open) };
}

/** A press or a focus beside the panel closes it; what was pressed still happens. */
function useOutside({ open, close }: Opening, box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return;
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Element && !box.current?.contains(target) && !target.closest(".chat-btn, .toasts")) close();
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, [open, close, box]);
}

const unreadLabel = (unread: number): string => (unread === 1 ? "1 new message" : `${unread} new messages`);

const Face = ({ open, unread }: { open: boolean; unread: number }) =>
  open ? (
    <>
      <Icon of={X} />
      <span>
        Close<span className="vh"> chat</span>
      </span>
    </>
  ) : (
    <>
      <Icon of={MessageCircle} />
      <span>
        Chat<span className="vh">{` with support${unread > 0 ? `, ${unreadLabel(unread)}` : ""}`}</span>
      </span>
      {unread > 0 && (
        <b
          className="absolute -top-2 -right-2 h-6 min-w-6 rounded-[12px] border-2 border-ground bg-error px-1.5 text-center text-xs/5 text-ground tabular-nums"
          aria-hidden="true"
        >
          {countUpTo(unread)}
        </b>
      )}
    </>
  );

/** The tile with its count, and the panel that it opens. */
export const ChatPanel = ({ pressed }: { pressed: boolean }) => {
  const frame = useFrame();
  const person = frame?.person ?? null;
  const wish = new URLSearchParams(useLocation().search).get("chat");
  const chat = chatFor(person, wish);
  const tile = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLElement>(null);
  const [first] = useState(() => (person !== null && browserDrafts.wasKeptOpen()) || pressed || wish !== null);
  const opening = useOpening(first, tile);
  const unread = useUnread(chat);
  useOutside(opening, box);
  useEffect(() => (chat ? follow(chat) : undefined), [chat]);
  const { open, close, toggle } = opening;
  return (
    <>
      {open && (
        <ChatWindow
          key={chat ? `${person?.id} ${wish}` : "none"}
          ref={box}
          chat={chat}
          person={person}
          whatsapp={frame?.site.whatsapp ?? ""}
          close={close}
        />
      )}
      <button
        ref={tile}
        type="button"
        className="chat-btn"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={toggle}
      >
        <Face open={open} unread={person?.role === 1 ? unread : 0} />
      </button>
    </>
  );
};
