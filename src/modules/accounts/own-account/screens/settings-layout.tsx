import { useEffect, useRef } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { requirePerson } from "../../index.server.ts";
import type { Route } from "./+types/settings-layout.ts";

const home = "/accountSettings";

/** The parts of the settings, in their order; `holds` are pages that one reaches from within it. */
const parts: readonly { to: string; label: string; holds?: readonly string[] }[] = [
  { to: home, label: "Profile", holds: [`${home}/email`] },
  {
    to: `${home}/sign-in`,
    label: "Sign-in and security",
    holds: [`${home}/password`, `${home}/second-factor`, `${home}/passkeys`],
  },
  { to: `${home}/notices`, label: "E-mails" },
  { to: `${home}/appearance`, label: "Appearance" },
  { to: `${home}/data`, label: "Your data" },
  { to: `${home}/threat`, label: "Somebody threatens me" },
];

/** With the way to support. */
export const handle = { chat: true };

/** The pages inside ask for themselves, too: their actions run before this. */
export function loader({ context, request }: Route.LoaderArgs) {
  requirePerson(context.get(requestContext), request);
  return null;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Moves the strip, and nothing else, until the current tab is in view. */
const reveal = (nav: HTMLElement | null): void => {
  const tab = nav?.querySelector<HTMLElement>("[aria-current]");
  const tabs = tab?.parentElement;
  if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
};

/** At the left on wide screens, a strip of tabs on narrow ones. */
const Parts = () => {
  const here = useLocation().pathname.replace(/\/+$/, "");
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    if (here) reveal(strip.current);
  }, [here]);
  const state = (to: string, holds: readonly string[] = []): "page" | "true" | undefined => {
    if (same(here, to)) return "page";
    return holds.some((one) => same(here, one)) ? "true" : undefined;
  };
  return (
    <nav aria-labelledby="settings" ref={strip}>
      <p className="label settings-name" id="settings">
        Account settings
      </p>
      <div className="tabs settings-parts">
        {parts.map(({ to, label, holds }) => (
          <Link key={to} to={to} aria-current={state(to, holds)}>
            {label}
          </Link>
        ))}
      </div>
    </nav>
  );
};

/** The frame of /accountSettings and what lies below it. */
export default function SettingsLayout() {
  return (
    <main id="main" className="wrap page settings">
      <Parts />
      <div className="min-w-0">
        <Outlet />
      </div>
    </main>
  );
}
