import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./class-names.ts";
import { Island } from "./island.tsx";
import { Add, Cut, Stet } from "./marks.tsx";
import { SkipLink } from "./masthead.tsx";
import { type LinkItem, SmartLink } from "./smart-link.tsx";
import { Wordmark } from "./wordmark.tsx";

const Proofed = () => (
  <div className="max-w-124 max-lg:hidden [&_del]:text-ink-3 [&_ins]:whitespace-nowrap" aria-hidden="true">
    <p className="font-display text-[2.125rem]/[3.375rem] tracking-[-0.012em] text-pretty normal-nums">
      It is <Cut>to</Cut> <Add>too</Add> late to start, and <Cut>to</Cut> <Add>too</Add> early to <Cut>loose</Cut>{" "}
      <Add>lose</Add> hope. The essay is due <Cut>in</Cut> <Add>on</Add> Monday. Make <Cut>a</Cut> <Add>some</Add> tea,
      and write the <Stet>first bad sentence</Stet>.
    </p>
    <p className="-mt-13.5 text-right font-serif text-[1.5rem]/[3.375rem] text-pen italic normal-nums">stet</p>
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
    <div className="grid grid-cols-[minmax(0,1fr)] lg:min-h-screen lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div
        className={cx(
          "grid grid-rows-[auto_1fr_auto] border-rule bg-sheet px-5 pt-2 pb-6 lg:border-r lg:px-12 lg:pt-5",
          side ? "max-lg:min-h-0" : "max-lg:min-h-screen",
        )}
      >
        <header className="flex items-center justify-between">
          <Wordmark name={name} to="/" />
          <Link className="small inline-flex min-h-11 items-center" to="/">
            Back to the site
          </Link>
        </header>
        <main
          id="main"
          className="m-auto w-[min(100%,var(--container-form))] py-10 max-lg:mt-2 max-lg:pt-5 max-lg:pb-8"
        >
          <h1 className="d3">{title}</h1>
          {lede && <p className="soft mt-2">{lede}</p>}
          <div className="mt-7">
            <Island name="This form">{children}</Island>
          </div>
        </main>
        <footer className="small flex gap-6 *:inline-flex *:min-h-11 *:items-center *:text-ink-3">
          {legal.map((item) => (
            <SmartLink key={item.to} {...item} />
          ))}
        </footer>
      </div>
      <aside
        className={cx(
          "grid place-items-center border-rule px-5 pt-10 pb-14 max-lg:border-t lg:px-18 lg:py-16",
          !side && "max-lg:hidden",
        )}
      >
        {side ?? <Proofed />}
      </aside>
    </div>
  </>
);

/** For `side`: what a person brought from the page before, kept while signing in. */
export const Kept = ({ note, children }: { note: ReactNode; children: ReactNode }) => (
  <div className={children ? "w-[min(100%,26rem)]" : "w-[min(100%,31rem)]"}>
    <p
      className={cx(
        "font-serif text-[1.25rem]/7 text-ink-2 normal-nums",
        children ? "mb-5" : "mb-8 border-b border-rule pb-6",
      )}
    >
      {note}
    </p>
    {children || <Proofed />}
  </div>
);
