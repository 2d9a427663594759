import { useCallback, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { minuteMs } from "#src/shared/units.ts";
import { useReadAgain } from "#src/ui/live/read-again.ts";
import "#src/ui/styles/pages/chat.css";
import "#src/ui/styles/pages/chat-log.css";
import "#src/ui/styles/pages/inbox.css";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { sendOrKeep } from "#src/ui/keep-page.ts";
import { debounced, followingOf } from "#src/ui/live/follow.ts";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "./+types/layout.ts";
import { type InboxContext, noteTyping, type Typing } from "./answering.ts";
import { inboxList, submitListStep } from "./list.server.ts";
import { ChatList } from "./list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return inboxList(ctx, request, requireAdmin(ctx, request, "chat"));
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "chat");
  return submitListStep(ctx, request);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, { result: null });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(`${loaderData?.counts.waiting ? `(${loaderData.counts.waiting}) ` : ""}Chats`, matches);

const gatherMs = 700;
const forgetMs = 6_000;
/** How often waiting times are refreshed. */
const waitMs = minuteMs;

/** Data that cannot be read would put an error in the place of the conversation and of what is being written there. */
const isThere = (): Promise<boolean> =>
  fetch("/readyz", { cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );

type Support = {
  typing: readonly Typing[];
  /** The last look found no shop: what the page shows may be old. */
  away: boolean;
  look: () => void;
};

/** Reads the page's data again when Support's topic moves, at most every 700 ms; receives which colleague types. */
function useInbox(me: string): Support {
  const readAgain = useReadAgain();
  const [typing, setTyping] = useState<readonly Typing[]>([]);
  const [away, setAway] = useState(false);
  const look = useCallback(async () => {
    const there = await isThere();
    setAway(!there);
    if (there) void readAgain();
  }, [readAgain]);
  useEffect(() => {
    let lost = false;
    const looking = debounced(() => void look());
    const scheduleRead = () => looking.schedule(gatherMs);
    const stop = followingOf(me).follow(["inbox:support"], {
      at: scheduleRead,
      connected: (open) => {
        if (open === lost) scheduleRead();
        lost = !open;
      },
      ephemeral: (_topic, state) => setTyping((known) => noteTyping(known, state, me, Date.now())),
    });
    const clock = setInterval(() => document.visibilityState === "visible" && scheduleRead(), waitMs);
    const forget = setInterval(
      () => setTyping((known) => (known.length === 0 ? known : known.filter(({ at }) => at > Date.now() - forgetMs))),
      1_000,
    );
    return () => {
      stop();
      looking.stop();
      clearInterval(clock);
      clearInterval(forget);
    };
  }, [me, look]);
  return { typing, away, look };
}

const Away = ({ again }: { again: () => void }) => (
  <div className="px-5 pt-3 pb-4">
    <Notice tone="warn" live title="We cannot reach the shop.">
      <p>The list may be old. Nothing is lost, and what you write stays here.</p>
      <Button type="button" variant="outline" small className="mt-2" onClick={again}>
        Try again
      </Button>
    </Notice>
  </div>
);

/** The inbox: the list, and beside it what is open. On phones one of both. */
export default function InboxLayout({ loaderData }: Route.ComponentProps) {
  const { typing, away, look } = useInbox(loaderData.me);
  const context: InboxContext = { typing, ask: loaderData.ask, counts: loaderData.counts };
  return (
    <>
      <h1 className="vh">Chats</h1>
      <div className="inbox grid min-h-0 grid-cols-[minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)]">
        <ChatList data={loaderData} notice={away && <Away again={look} />} />
        <Outlet context={context} />
      </div>
    </>
  );
}
