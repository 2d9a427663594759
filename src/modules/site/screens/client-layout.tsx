import { Outlet, useLocation, useMatches } from "react-router";
import { ChatTile } from "#src/modules/chat/index.screens.ts";
import { ModeNotice, NoticeBar } from "#src/modules/operator/index.screens.ts";
import { Island } from "#src/ui/island.tsx";
import { SkipLink } from "#src/ui/masthead.tsx";
import { HelpFoot } from "./help-foot.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { ClientMasthead } from "./site-masthead.tsx";

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
