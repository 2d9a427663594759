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
    <nav className="lg:sticky lg:top-6 lg:pt-2.5" aria-labelledby="settings" ref={strip}>
      <p className="label mb-2 text-ink-3" id="settings">
        Account settings
      </p>
      <div className="tabs lg:flex-col lg:gap-0 lg:overflow-visible lg:border-b-0 lg:border-l lg:border-rule-strong">
        {parts.map(({ to, label, holds }) => (
          <Link
            key={to}
            to={to}
            className="lg:m-0 lg:-ml-px lg:min-h-11 lg:border-b-0 lg:border-l-3 lg:border-transparent lg:px-4 lg:hover:text-pen lg:aria-[current]:border-l-pen"
            aria-current={state(to, holds)}
          >
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
    <main
      id="main"
      className="wrap page settings grid grid-cols-[12.5rem_minmax(0,1fr)] items-start gap-x-16 max-lg:grid-cols-1 max-lg:gap-7"
    >
      <Parts />
      <div className="min-w-0">
        <Outlet />
      </div>
    </main>
  );
}
