import { Outlet } from "react-router";
import { ChatTile } from "#src/modules/chat/index.screens.ts";
import { SkipLink } from "#src/ui/masthead.tsx";
import { Travelling } from "#src/ui/spinner.tsx";
import { ModeNotice } from "./mode-notice.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { PublicMasthead } from "./site-masthead.tsx";

/** Public pages: masthead, the page with its own `<main id="main">`, footer. */
export default function PublicLayout() {
  return (
    <>
      <SkipLink />
      <Travelling />
      <ModeNotice />
      <PublicMasthead />
      <Outlet />
      <SiteFooter />
      <ChatTile />
    </>
  );
}
