import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { countUpTo } from "#src/shared/counted.ts";
import { Avatar } from "./avatar.tsx";
import { cx } from "./class-names.ts";
import { DropMenu } from "./drop-menu.tsx";
import { FrameFormOwner } from "./form.tsx";
import { type Drawing, Icon, LogOut, Menu, Settings } from "./icons.tsx";
import { Island } from "./island.tsx";
import { SignOut, SkipLink } from "./masthead.tsx";
import { Count } from "./status.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { Wordmark } from "./wordmark.tsx";

type AdminItem = {
  to: string;
  label: string;
  icon: Drawing;
  end?: boolean;
  count?: number;
  /** The count asks for something. */
  urgent?: boolean;
};

type AdminGroup = { key: string; label?: string; items: readonly AdminItem[] };

export type AdminShellProps = {
  name: string;
  home: string;
  groups: readonly AdminGroup[];
  /** `account`: the address of the person's own settings. */
  person: { name: string; role: string; account: string };
  /** The address that a POST signs out at. */
  signOut: string;
  /** Above everything: the mode strip. */
  strip?: ReactNode;
  /** On phones beside the menu, which hides the count in the navigation. */
  bell?: ReactNode;
  /** The way to the search, above the pages. On phones it stands at the end of the page's head. */
  find?: ReactNode;
  children: ReactNode;
};

const Item = ({ to, label, icon, end, count, urgent }: AdminItem) => (
  <NavLink to={to} end={end ?? false} className="nav">
    <Icon of={icon} />
    {label}
    {count !== undefined && <Count flat={!urgent}>{countUpTo(count)}</Count>}
  </NavLink>
);

const Groups = ({ groups }: { groups: readonly AdminGroup[] }) =>
  groups.map(({ key, label, items }) => (
    <div key={key}>
      {label && <p className="group">{label}</p>}
      {items.map((item) => (
        <Item key={item.to} {...item} />
      ))}
    </div>
  ));

const Me = ({ person, signOut }: Pick<AdminShellProps, "person" | "signOut">) => (
  <div className="flex items-center border-t border-rule-strong py-2.5 pr-2 pl-5 leading-5">
    <Link
      className="group/me flex min-h-11 min-w-0 flex-1 items-center gap-3 text-inherit no-underline"
      to={person.account}
    >
      <Avatar name={person.name} />
      <span className="min-w-0">
        <b className="strong block truncate group-hover/me:text-pen group-hover/me:underline">{person.name}</b>
        <span className="small muted">
          {person.role}
          <span className="vh">, account settings</span>
        </span>
      </span>
    </Link>
    <form method="post" action={signOut}>
      <FrameFormOwner />
      <button type="submit" className="btn-icon" aria-label="Sign out" title="Sign out">
        <Icon of={LogOut} />
      </button>
    </form>
  </div>
);

/** The admin area: navigation at the left, work at the right; on phones the navigation is a menu. Holds `<main>` itself. */
export const AdminShell = ({ name, home, groups, person, signOut, strip, bell, find, children }: AdminShellProps) => (
  <>
    <SkipLink />
    {strip}
    <div className="admin">
      <aside className="side" aria-label="Admin">
        <Island name="The menu">
          <div className="mb-2 flex items-center justify-between pr-2 pl-5">
            <Wordmark name={name} to={home} />
            <ThemeSwitch />
          </div>
          <Island name="The search">{find}</Island>
          <nav className="min-h-0 flex-1 overflow-y-auto [scrollbar-width:thin]" aria-label="Admin">
            <Groups groups={groups} />
          </nav>
          <Me person={person} signOut={signOut} />
        </Island>
      </aside>
      <div className="min-w-0">
        <header className="side-top hidden min-h-15 items-center gap-2 border-b border-rule-strong bg-well pr-2 pl-5 max-lg:flex [&>.wordmark]:mr-auto">
          <Island name="The menu">
            <Wordmark name={name} to={home} />
            {bell}
            <DropMenu label="Menu" face={<Icon of={Menu} />}>
              <nav aria-label="Admin, short">
                <Groups groups={groups} />
              </nav>
              <hr />
              <Link className="nav" to={person.account}>
                <Icon of={Settings} />
                Account settings
              </Link>
              <div className="flex items-center justify-between pl-4">
                <span>Light or dark</span>
                <ThemeSwitch />
              </div>
              <SignOut action={signOut} />
            </DropMenu>
          </Island>
        </header>
        <main
          id="main"
          className="work has-data-unsaved:pb-[calc(var(--unsaved,70px)+24px)] max-md:has-data-unsaved:pb-[calc(var(--unsaved,102px)+24px)]"
        >
          {children}
        </main>
      </div>
    </div>
  </>
);

/** A framed part of the admin area, with a title if it has one. */
export const Panel = ({
  id,
  title,
  aside,
  pad,
  children,
}: {
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  pad?: boolean;
  children: ReactNode;
}) => (
  <section id={id} className="panel">
    {title && (
      <div className="panel-head">
        <h2 className="t3">{title}</h2>
        {aside}
      </div>
    )}
    {pad ? <div className="panel-pad">{children}</div> : children}
  </section>
);

type PanelLinkProps = { to: string; large?: boolean; children: string };

/** A link in a line of a panel: 44 px to press, without making the line higher. */
export const PanelLink = ({ to, large = false, children }: PanelLinkProps) => (
  <Link to={to} className={cx("-my-2.5 inline-flex min-h-11 items-center", !large && "small")}>
    {children}
  </Link>
);

/** Gives the page how high the bar is, for room at its end: the words in it may wrap. */
const noteHeight = (bar: HTMLElement | null) => {
  const page = bar?.closest("main");
  if (!bar || !page) return;
  const watch = new ResizeObserver(() => page.style.setProperty("--unsaved", `${bar.offsetHeight}px`));
  watch.observe(bar);
  return () => watch.disconnect();
};

/** At the foot of the window: what is not published yet, and what can be done with it. */
export const UnsavedBar = ({ says, children }: { says: ReactNode; children: ReactNode }) => (
  <div
    data-unsaved=""
    ref={noteHeight}
    className="fixed right-0 bottom-0 left-0 z-(--z-sticky) flex items-center gap-3 border-t-2 border-pen bg-raised px-10 py-3 max-md:flex-wrap max-md:px-5 max-md:py-2.5 max-md:[&_.btn]:flex-1 lg:left-(--size-sidebar)"
  >
    <p aria-live="polite" className="mr-auto max-md:w-full max-md:text-(length:--text-sm)">
      {says}
    </p>
    {children}
  </div>
);

type Phase = { name: string; state: "done" | "now" | "next"; note: string };

/** The phases of something, each with when it ended or ends; a phone shows the name of the present one. */
export const Phases = ({
  label,
  phases,
  className,
}: {
  label: string;
  phases: readonly Phase[];
  className?: string;
}) => (
  <ol className={cx("phases", className)} aria-label={label}>
    {phases.map(({ name, state, note }) => {
      const seen = state === "now" ? undefined : "max-md:sr-only";
      return (
        <li key={name} className={state} aria-current={state === "now" ? "step" : undefined}>
          <b className={seen}>{name}</b> <small className={cx("num", seen)}>{note}</small>
        </li>
      );
    })}
  </ol>
);

type TurnCardProps = {
  titleId: string;
  title: string;
  since: ReactNode;
  /** Of the card: "panel" or "sheet". */
  className: string;
  above?: ReactNode;
  aside: ReactNode;
  children: ReactNode;
};

/** The first card of an order: what it waits for and what can be done, and beside it when. */
export const TurnCard = ({ titleId, title, since, className, above, aside, children }: TurnCardProps) => (
  <section
    className={cx(
      className,
      "mb-8 grid grid-cols-[minmax(0,1fr)_25rem] border-rule-strong max-xl:grid-cols-[minmax(0,1fr)] max-md:mb-6 xl:max-[1440px]:grid-cols-[minmax(0,1fr)_22.5rem]",
    )}
    aria-labelledby={titleId}
  >
    {above}
    <div className="flex flex-col px-8 pt-6 pb-7 max-md:p-5">
      {since && <p className="row small num gap-x-3 gap-y-2 text-ink-2">{since}</p>}
      <h2 className="t2 mt-1.5 wrap-anywhere" id={titleId}>
        {title}
      </h2>
      {children}
    </div>
    <div className="flex flex-col border-rule-strong px-7 pt-6 pb-3 max-xl:border-t max-md:px-5 max-md:pt-5 max-md:pb-2 md:max-xl:px-8 xl:border-l">
      {aside}
    </div>
  </section>
);

/** What opens below the words of the first card. */
export const inStep = "mt-4 border-t border-rule-strong pt-5";
