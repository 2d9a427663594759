import type { ReactNode } from "react";
import { Link } from "react-router";
import { Island } from "./island.tsx";
import { Add, Cut, Stet } from "./marks.tsx";
import { SkipLink } from "./masthead.tsx";
import { type LinkItem, SmartLink } from "./smart-link.tsx";
import { Wordmark } from "./wordmark.tsx";

const Proofed = () => (
  <div className="proofed" aria-hidden="true">
    <p>
      It is <Cut>to</Cut> <Add>too</Add> late to start, and <Cut>to</Cut> <Add>too</Add> early to <Cut>loose</Cut>{" "}
      <Add>lose</Add> hope. The essay is due <Cut>in</Cut> <Add>on</Add> Monday. Make <Cut>a</Cut> <Add>some</Add> tea,
      and write the <Stet>first bad sentence</Stet>.
    </p>
    <p className="stetnote">stet</p>
  </div>
);

export type AuthShellProps = {
  name: string;
  title: ReactNode;
  /** A sentence below the title. */
  lede?: ReactNode;
  /** The other half of the page; without it a proofread paragraph, which phones leave out. */
  side?: ReactNode;
  legal: readonly LinkItem[];
  strip?: ReactNode;
  children: ReactNode;
};

/** Sign in, register, reset: a narrow form at the left, paper at the right. Holds `<main>` itself. */
export const AuthShell = ({ name, title, lede, side, legal, strip, children }: AuthShellProps) => (
  <>
    <SkipLink />
    {strip}
    <div className="auth">
      <div className="auth-form">
        <header className="flex items-center justify-between">
          <Wordmark name={name} to="/" />
          <Link className="small inline-flex min-h-11 items-center" to="/">
            Back to the site
          </Link>
        </header>
        <main id="main">
          <h1 className="d3">{title}</h1>
          {lede && <p className="soft mt-2">{lede}</p>}
          <div className="mt-7">
            <Island name="This form">{children}</Island>
          </div>
        </main>
        <footer className="auth-foot small flex gap-6">
          {legal.map((item) => (
            <SmartLink key={item.to} {...item} />
          ))}
        </footer>
      </div>
      <aside className="auth-side">{side ?? <Proofed />}</aside>
    </div>
  </>
);

/** For `side`: what a person brought from the page before, kept while signing in. */
export const Kept = ({ note, children }: { note: ReactNode; children: ReactNode }) => (
  <div className="kept">
    <p className="kept-note">{note}</p>
    {children || <Proofed />}
  </div>
);
