import { useState } from "react";
import { useOutletContext, useSearchParams } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { cx } from "#src/ui/class-names.ts";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import type { Route } from "./+types/chat.ts";
import { adminChat, type RefusedStep, submitChatStep } from "./chat.server.ts";
import { ChatTop } from "./chat-top.tsx";
import { CustomerSidebar } from "./customer-sidebar.tsx";
import { sendStep } from "./send-step.ts";
import { Talk } from "./talk.tsx";
import type { InboxContext } from "./typing-colleagues.ts";

export async function loader({ context, request, params: { chatId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return adminChat(ctx, request, requireAdmin(ctx, request, "chat"), chatId);
}

export async function action({ context, request, params: { chatId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "chat");
  return submitChatStep(ctx, request, chatId);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => sendStep(request, serverAction);

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => tabTitle(loaderData?.chat.name ?? "Chat", matches);

const shownInPlace: readonly string[] = ["send", "note"];

const ChatMessage = ({ refused, flash, email }: { refused: RefusedStep | undefined; flash: string; email: string }) => {
  const did = useFlash(flash || null);
  if (refused && !shownInPlace.includes(refused.step))
    return <Notice tone="bad" live title={refused.message ?? "This was not done. Look again and repeat it."} />;
  if (refused || !did) return null;
  if (did === "transcript") return <Notice tone="ok" live title={`The conversation is on its way to ${email}.`} />;
  if (did === "closed-one") return <Notice tone="ok" live title="The chat is closed. This is the next one." />;
  return null;
};

/** One conversation: messages, answer field, and a sidebar about the person. */
export default function ChatPage({ loaderData, actionData }: Route.ComponentProps) {
  const { typing } = useOutletContext<InboxContext>();
  const [asked] = useSearchParams();
  const [about, setAbout] = useState(asked.has("about"));
  const refused: RefusedStep | undefined = actionData;
  return (
    <div className={cx("ib-open", about && "about")} key={loaderData.chat.id}>
      <section className="ib-chat" aria-labelledby="admin-support">
        <ChatTop data={loaderData} openSidebar={() => setAbout(true)} />
        <div className="ib-warn">
          <Notice tone="warn">
            <p>
              <b className="strong">All messages here are marked as from Support.</b>{" "}
              {`The ${loaderData.chat.role === 2 ? "writer" : "client"} does not see your name.`}
            </p>
          </Notice>
          <ChatMessage refused={refused} flash={loaderData.did} email={loaderData.chat.email} />
        </div>
        <Talk
          data={loaderData}
          refused={refused && shownInPlace.includes(refused.step) ? refused : undefined}
          typing={typing}
        />
      </section>
      <CustomerSidebar data={loaderData} back={() => setAbout(false)} />
    </div>
  );
}
