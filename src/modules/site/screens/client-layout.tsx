import { Link, Outlet, useLocation, useMatches } from "react-router";
import { ChatTile } from "#src/modules/chat/index.screens.ts";
import { ModeNotice, NoticeBar, useFrame } from "#src/modules/operator/index.screens.ts";
import { Island } from "#src/ui/island.tsx";
import { SignOut, SkipLink } from "#src/ui/masthead.tsx";
import type { LinkItem } from "#src/ui/smart-link.tsx";
import { footerLegal } from "../domain/footer.ts";
import { ClientMasthead, SiteFooter } from "./site-frame.tsx";

const Links = ({ title, items }: { title: string; items: readonly LinkItem[] }) => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {items.map(({ to, label }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  </nav>
);

const help: readonly LinkItem[] = [
  { to: "/faq", label: "Questions" },
  { to: "/guarantees", label: "Guarantees and refunds" },
  { to: "/contact", label: "Contact" },
];
const services: readonly LinkItem[] = [
  { to: "/#services", label: "All services and prices" },
  { to: "/custom", label: "Custom order" },
  { to: "/aichecker", label: "AI checker" },
];

/** The line of help at the end of a person's own pages; the whole footer stands on public pages. */
const HelpFoot = () => {
  const person = useFrame()?.person;
  if (!person) return null;
  const writer = person.role === 2;
  return (
    <footer className="foot slim no-print">
      <div className="wrap">
        <div className="grid grid-cols-[minmax(0,1.3fr)_repeat(3,minmax(0,1fr))] gap-x-12 gap-y-8 max-lg:grid-cols-2 max-lg:*:first:col-span-full [&_li_button]:inline-flex [&_li_button]:min-h-11 [&_li_button]:items-center [&_li_button]:gap-2 [&_li_button]:text-[1rem] [&_li_button]:text-ink-2">
          <div>
            <h2>{writer ? "Help with your work" : "Help with an order"}</h2>
            <p className="mt-1 max-w-88 text-[1rem]/6 text-ink-2">
              {writer
                ? "Write to Support on the page of your order. Support sees the order and answers day and night."
                : "Write to us on the page of your order. Support sees the order and answers there, day and night."}
            </p>
          </div>
          <Links title="Help" items={help} />
          {!writer && <Links title="Services" items={services} />}
          <nav aria-label="Account">
            <h2>Account</h2>
            <ul>
              <li>
                <Link to="/accountSettings">Settings</Link>
              </li>
              <li>
                <Link to="/accountSettings/notices">E-mails</Link>
              </li>
              <li>
                <SignOut action="/signout" />
              </li>
            </ul>
          </nav>
        </div>
        <div className="foot-end">
          <nav aria-label="Legal">
            {footerLegal.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </footer>
  );
};

/** What a route inside this layout may say: `export const handle: ClientHandle = { footer: true }`. */
export type ClientHandle = {
  /** With the footer of the public pages (checkout and checker). */
  footer?: boolean;
  /** With the way to support; pages with the footer have it too. */
  chat?: boolean;
  /** The steps from order to done instead of the navigation; the last one when the loader says `done: true`. */
  trail?: { steps: readonly string[]; at: number };
};

const isHandle = (handle: unknown): handle is ClientHandle => typeof handle === "object" && handle !== null;

const isDone = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "done" in data && data.done === true;

/** The innermost route that says something decides. */
const useHandle = (): ClientHandle => {
  const found = useMatches().findLast(({ handle }) => isHandle(handle));
  if (!found || !isHandle(found.handle)) return {};
  const { trail } = found.handle;
  const at = trail && isDone(found.loaderData) ? trail.steps.length - 1 : trail?.at;
  return { ...found.handle, ...(trail && at !== undefined && { trail: { ...trail, at } }) };
};

/** Where the line of help stands instead of the footer. */
const ownPage = /^\/(dashboard|accountsettings|notices)(\/|$)/i;

/** A person's own pages: order, checkout, dashboard, account. */
export default function ClientLayout() {
  const { footer, chat, trail } = useHandle();
  const { pathname } = useLocation();
  return (
    <>
      <SkipLink />
      <Island name="The menu" wide>
        <ModeNotice />
        <NoticeBar />
        <ClientMasthead {...(trail && { trail })} chat={(footer || chat) && <ChatTile />} />
      </Island>
      <Outlet />
      <Island name="The end of this page" wide>
        {footer ? <SiteFooter /> : ownPage.test(pathname) && <HelpFoot />}
      </Island>
    </>
  );
}
