import { useMemo, useState } from "react";
import { useOutletContext, useSearchParams } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { PlainUpload } from "#src/modules/files/index.screens.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { namesWithSupport } from "../domain/message.ts";
import { noConversation, withPage } from "../panel/conversation.ts";
import { FootAlert } from "../screens/composer.tsx";
import { StillDays } from "../screens/message-row.tsx";
import { useOpened } from "../screens/use-live.ts";
import { useMessageForm } from "../screens/use-taken.ts";
import type { Route } from "./+types/chat.ts";
import { type InboxContext, refusedText, sendStep, type Typing, writingId } from "./answering.ts";
import { type AdminChat, adminChat, type RefusedStep, submitChatStep } from "./chat.server.ts";
import { ChatTop } from "./chat-top.tsx";
import { CustomerSidebar } from "./customer-sidebar.tsx";
import { LiveTalk } from "./live-talk.tsx";
import { SavedReplies } from "./saved-replies.tsx";

/** What stands there before scripts work, and without them. It begins at its end. */
const StillLog = ({ data: { page, zone, chat, asides } }: { data: AdminChat }) => (
  <section className="chat-log flex flex-col-reverse" aria-label="Conversation">
    <div className="mb-auto">
      {page.messages.length === 0 && <p className="muted">{`${chat.name} has written nothing yet.`}</p>}
      <StillDays page={page} names={namesWithSupport("support", chat.name)} zone={zone} asides={asides} />
    </div>
  </section>
);

/** The form without scripts: the id of the message is made by the page, so that a form sent twice is one message. */
const StillForm = ({ data, refused }: { data: AdminChat; refused: RefusedStep | undefined }) => {
  const { chat, files, replies, nextId, begin } = data;
  const { form, id } = useMessageForm(nextId, refused);
  const file = files.known.find(({ refusal, received, size }) => refusal === null && received === size);
  return (
    <div className="ib-foot min-h-0 border-t border-rule-strong">
      <Form ref={form} method="post" className="grid gap-2 px-6 py-4 max-lg:px-4 max-md:py-3">
        <input type="hidden" name="id" value={id} />
        {file && <input type="hidden" name="fileId" value={file.id} />}
        {refused && <FootAlert className="-mx-6 -mt-4 max-lg:-mx-4">{refusedText(refused)}</FootAlert>}
        {typeof refused?.heldBy === "string" && <input type="hidden" name="over" value={refused.heldBy} />}
        {file && <p className="small soft">{`With the file ${file.name}.`}</p>}
        <label className="vh" htmlFor={writingId}>
          Message as Support
        </label>
        <textarea
          className="textarea max-h-[30vh] min-h-19 text-[1rem]/6 max-md:min-h-14"
          id={writingId}
          name="message"
          rows={2}
          dir="auto"
          defaultValue={refused?.values.message ?? begin}
          aria-invalid={refused ? true : undefined}
        />
        <div className="row [--gap:8px]">
          <SavedReplies replies={replies} />
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            <Button small variant="outline" name="step" value="note">
              Keep as a note
            </Button>
            <Button small name="step" value="send">
              Send as Support
            </Button>
          </span>
        </div>
      </Form>
      <PlainUpload {...files} next={`/admin/chats/${chat.id}`} />
    </div>
  );
};

type Props = { data: AdminChat; refused: RefusedStep | undefined; typing: readonly Typing[] };

/** Messages and answer field: a plain form first, the live conversation when scripts have loaded. */
const Talk = ({ data, refused, typing }: Props) => {
  const opened = useOpened(data.me, data.chat.id, "support");
  const first = useMemo(() => withPage(noConversation("support"), data.page, {}), [data.page]);
  if (opened) return <LiveTalk opened={opened} data={data} first={first} typing={typing} refused={refused} />;
  return (
    <>
      <StillLog data={data} />
      <StillForm data={data} refused={refused} />
    </>
  );
};

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
    <div
      className="grid min-h-0 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_17.5rem]"
      key={loaderData.chat.id}
    >
      <section
        className={cx(
          "ib-chat grid min-h-0 min-w-0 grid-rows-[auto_auto_minmax(0,1fr)_auto] bg-sheet",
          about && "max-xl:hidden",
        )}
        aria-labelledby="admin-support"
      >
        <ChatTop data={loaderData} openSidebar={() => setAbout(true)} />
        <div className="grid gap-2 px-6 pb-3 max-lg:px-4 max-lg:pb-2">
          <Notice tone="warn" className="max-md:px-3 max-md:py-2 max-md:text-sm/5">
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
      <CustomerSidebar data={loaderData} open={about} back={() => setAbout(false)} />
    </div>
  );
}
