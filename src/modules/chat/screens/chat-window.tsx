import { type Ref, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { IconButton, LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { ExternalLink, Icon, TriangleAlert, X } from "#src/ui/icons.tsx";
import { notInitialized, whatsappText } from "../domain/message.ts";
import type { Chat } from "../panel/chat.ts";
import { browserDrafts } from "../panel/draft.ts";
import { Composer, FootAlert } from "./composer.tsx";
import { AllChats, type ChatPerson, LiveChat } from "./live-chat.tsx";

/** A guest can write at once; the words wait for the sign-in, on this page, in this tab. */
const GuestChat = () => {
  const [text, setText] = useState(() => browserDrafts.ofGuest().text);
  const [asked, setAsked] = useState(false);
  const sentinel = useRef<HTMLDivElement>(null);
  const { pathname, search } = useLocation();
  const next = `?next=${encodeURIComponent(pathname + search)}`;
  const write = (typed: string) => {
    setText(typed);
    browserDrafts.writeGuest(typed);
  };
  const send = () => {
    setAsked(true);
    sentinel.current?.querySelector("a")?.focus();
  };
  const go = () => browserDrafts.keepOpen();
  return (
    <>
      <div className="chat-log chat-rest">
        <p className="strong">Sign in to chat with support.</p>
        <p>The chat belongs to your account, so that you find every answer again. What you write here stays.</p>
        <div className="row [--gap:8px]" ref={sentinel}>
          <LinkButton small to={`/login${next}`} onClick={go}>
            Sign in
          </LinkButton>
          <LinkButton small variant="outline" to={`/register${next}`} onClick={go}>
            Create an account
          </LinkButton>
        </div>
        <p className="small">
          Without an account: <Link to="/contact">other ways to reach us</Link>.
        </p>
      </div>
      <div className="min-h-0 border-t border-rule-strong">
        {asked && <FootAlert tone="info">Sign in to send this. Your words are kept.</FootAlert>}
        <Composer text={text} write={write} send={send} ready={text.trim() !== ""} />
      </div>
    </>
  );
};

type Props = {
  readonly ref: Ref<HTMLElement>;
  /** Null: a guest, or somebody of Support without a chosen chat. */
  readonly chat: Chat | null;
  readonly person: ChatPerson | null;
  /** Digits of the number; "" when the operator has none. */
  readonly whatsapp: string;
  readonly close: () => void;
};

const tab = "-mb-px inline-flex min-h-11 items-center gap-1.5 border-b-3 px-3 text-[1rem]";

/** WhatsApp is a link that looks like a tab; live chat stays chosen. */
const Tabs = ({ whatsapp }: { whatsapp: string }) => (
  <nav className="flex border-b border-rule-strong px-1" aria-label="How to reach us">
    <button type="button" className={cx(tab, "border-pen font-semibold text-ink")} aria-pressed="true">
      Live chat
    </button>
    {whatsapp === "" ? (
      <button type="button" className={cx(tab, "cursor-not-allowed border-transparent text-ink-3")} disabled>
        WhatsApp <span className="small">is not set up</span>
      </button>
    ) : (
      <a
        className={cx(tab, "border-transparent text-ink-2 no-underline hover:text-pen")}
        href={`https://wa.me/${whatsapp}?text=${encodeURIComponent(whatsappText)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        WhatsApp
        <Icon of={ExternalLink} className="size-4" />
        <span className="vh"> (opens a new window)</span>
      </a>
    )}
  </nav>
);

const SupportWarning = () => (
  <p className="flex gap-2 border-b border-rule-strong bg-warn-tint px-4 py-1.5 text-sm/5">
    <Icon of={TriangleAlert} className="mt-px size-4.5 text-warn" />
    <span>All messages are marked as from Support.</span>
  </p>
);

/** Support without a chosen chat has no session: sending says so, and the words stay. */
const NoChat = () => {
  const [text, write] = useState("");
  const [asked, setAsked] = useState(false);
  return (
    <>
      <div className="chat-log chat-rest">
        <p>
          No chat is chosen. <Link to="/admin/chats">Choose one</Link> to answer a client.
        </p>
      </div>
      <div className="min-h-0 border-t border-rule-strong">
        {asked && <FootAlert action={<AllChats />}>{notInitialized}</FootAlert>}
        <Composer text={text} write={write} send={() => setAsked(true)} ready={text.trim() !== ""} />
      </div>
    </>
  );
};

/** On small screens the keyboard would cover what was written: there the panel itself takes the focus. */
const takeFocus = (panel: HTMLElement | null): void => {
  const text = panel?.querySelector<HTMLElement>("textarea:not([disabled])");
  if (text && !matchMedia("(pointer: coarse)").matches) text.focus();
  else panel?.focus();
};

/** The open panel: 400 px high, never more than 90 % of the window. */
export const ChatWindow = ({ ref, chat, person, whatsapp, close }: Props) => {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => takeFocus(panel.current), []);
  const support = person?.role === 3;
  return (
    <section ref={ref} data-chat-page>
      <div
        ref={panel}
        className="chat"
        role="dialog"
        aria-labelledby="chat-title"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          close();
        }}
      >
        <div className="flex items-center gap-2 py-0.5 pr-0.5 pl-4">
          <h2 className="mr-auto font-serif text-[1.1875rem]/6 font-medium" id="chat-title">
            {support ? "Admin Support" : "Support"}
          </h2>
          {support ? <AllChats /> : <span className="small muted">We answer day and night</span>}
          <IconButton icon={X} label="Close chat" onClick={close} />
        </div>
        <div>
          <Tabs whatsapp={whatsapp} />
          {support && <SupportWarning />}
        </div>
        {chat && person && <LiveChat chat={chat} person={person} />}
        {!chat && person && <NoChat />}
        {!person && <GuestChat />}
      </div>
    </section>
  );
};
