import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar, initials } from "./avatar.tsx";
import { LinkButton } from "./button.tsx";
import { DropMenu } from "./drop-menu.tsx";
import { FrameFormOwner } from "./form.tsx";
import { type Drawing, Icon, LogOut, Menu } from "./icons.tsx";
import { type LinkItem, MenuLink, type NavItem } from "./smart-link.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { Wordmark } from "./wordmark.tsx";

/** The first thing on every page for people who use the keyboard. The page's main part has the id `main`. */
export const SkipLink = () => (
  <a className="no-print absolute -top-20 left-4 z-(--z-toast) bg-pen px-4 py-3 text-on-pen focus:top-2" href="#main">
    Skip to content
  </a>
);

/** One line above everything: in which mode the installation runs. */
export const ModeStrip = ({ children }: { children: ReactNode }) => (
  <aside className="strip no-print" aria-label="About this installation">
    {children}
  </aside>
);

type Account = {
  name: string;
  email?: string;
  items: readonly NavItem[];
  /** The address that a POST signs out at. */
  signOut: string;
};

export const SignOut = ({ action }: { action: string }) => (
  <form method="post" action={action}>
    <FrameFormOwner />
    <button type="submit">
      <Icon of={LogOut} />
      Sign out
    </button>
  </form>
);

const AccountMenu = ({ name, email, items, signOut }: Account) => (
  <DropMenu label={`${initials(name)}, account of ${name}`} face={<Avatar name={name} />}>
    <p>
      <b>{name}</b>
      {email}
    </p>
    {items.map((item) => (
      <MenuLink key={item.to} {...item} />
    ))}
    <hr />
    <SignOut action={signOut} />
  </DropMenu>
);

/** Where a person is on the way from order to done; `at` counts from 0. */
const Trail = ({ steps, at }: { steps: readonly string[]; at: number }) => (
  <ol className="trail" aria-label="Steps">
    {steps.map((step, index) => (
      <li key={step} aria-current={index === at ? "step" : undefined} className={index < at ? "past" : undefined}>
        {index === at && <span className="sm">{`${at + 1} of ${steps.length}  `}</span>}
        {step}
      </li>
    ))}
  </ol>
);

export type MastheadProps = {
  name: string;
  /** Where the wordmark leads. */
  home?: string;
  items?: readonly NavItem[];
  /** The one button: "Price an order", "New order". */
  action?: LinkItem & { icon?: Drawing };
  /** A quiet link for guests: "Sign in". */
  quiet?: LinkItem;
  account?: Account;
  /** Instead of the navigation, on the way through an order. */
  trail?: { steps: readonly string[]; at: number };
  theme?: boolean;
  /** Beside the account: the way to the notices. */
  bell?: ReactNode;
  /** The way to support; where there is room it floats at the edge of the window instead. */
  chat?: ReactNode;
};

const Items = ({ items }: { items: readonly NavItem[] }) => items.map((item) => <MenuLink key={item.to} {...item} />);

/** Public and client pages. The menu of phones is a `details`, so it opens without scripts. */
export const Masthead = ({
  name,
  home = "/",
  items = [],
  action,
  quiet,
  account,
  trail,
  theme = false,
  bell,
  chat,
}: MastheadProps) => (
  <header className="mast">
    <div className="wrap">
      <Wordmark name={name} to={home} />
      {items.length > 0 && (
        <nav aria-label="Main">
          <Items items={items} />
        </nav>
      )}
      <div className="end">
        {trail && <Trail {...trail} />}
        {chat}
        {quiet && (
          <Link className="quiet" to={quiet.to}>
            {quiet.label}
          </Link>
        )}
        {action && (
          <LinkButton small to={action.to} className="wide" {...(action.icon && { icon: action.icon })}>
            {action.label}
          </LinkButton>
        )}
        {theme && (
          <div className="wide">
            <ThemeSwitch />
          </div>
        )}
        {bell}
        {account && <AccountMenu {...account} />}
        {items.length > 0 && (
          <DropMenu className="menu" label="Menu" face={<Icon of={Menu} />}>
            <nav aria-label="Main, short">
              <Items items={items} />
            </nav>
            {theme && <ThemeSwitch named />}
            {action && (
              <LinkButton small to={action.to} {...(action.icon && { icon: action.icon })}>
                {action.label}
              </LinkButton>
            )}
          </DropMenu>
        )}
      </div>
    </div>
  </header>
);
