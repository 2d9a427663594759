import type { ReactNode } from "react";
import { Outlet, useLocation } from "react-router";
import { ChatTile } from "#src/modules/chat/index.screens.ts";
import { ModeNotice, NoticeBar } from "#src/modules/operator/index.screens.ts";
import { Failure } from "#src/ui/failure.tsx";
import { Island } from "#src/ui/island.tsx";
import { SkipLink } from "#src/ui/masthead.tsx";
import type { Route } from "./+types/public-layout.ts";
import { PublicMasthead, SiteFooter } from "./site-frame.tsx";
import { VisitQuestion } from "./visit-question.tsx";

export const handle = { countsVisits: true };

const Frame = ({ children }: { children: ReactNode }) => (
  <>
    <SkipLink />
    <Island name="The menu" wide>
      <ModeNotice />
      <NoticeBar />
      <PublicMasthead chat={<ChatTile />} />
    </Island>
    {children}
    <Island name="The end of this page" wide>
      <VisitQuestion />
      <SiteFooter />
    </Island>
  </>
);

/** Public pages: masthead, the page with its own `<main id="main">`, footer. */
export default function PublicLayout() {
  return (
    <Frame>
      <Island name="This page" at={useLocation().pathname} main>
        <Outlet />
      </Island>
    </Frame>
  );
}

/** What fails in a page leaves the frame where it is. */
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <Frame>
    <main id="main" className="wrap section">
      <Failure error={error} />
    </main>
  </Frame>
);
