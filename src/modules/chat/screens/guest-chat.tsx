import { useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { LinkButton } from "#src/ui/button.tsx";
import { browserDrafts } from "../panel/draft.ts";
import { Composer, FootAlert } from "./composer.tsx";

/** A guest can write at once; the words wait for the sign-in, on this page, in this tab. */
export const GuestChat = () => {
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
      <div className="chat-foot">
        {asked && <FootAlert tone="info">Sign in to send this. Your words are kept.</FootAlert>}
        <Composer text={text} write={write} send={send} ready={text.trim() !== ""} />
      </div>
    </>
  );
};
