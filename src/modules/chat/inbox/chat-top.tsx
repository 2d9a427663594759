import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useOutletContext } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { ConfirmActions, Question } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { ChevronLeft, Icon, Info } from "#src/ui/icons.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { browserDrafts } from "../panel/draft.ts";
import type { InboxContext } from "./answering.ts";
import type { AdminChat } from "./chat.server.ts";
import { inboxAddress } from "./labels.ts";

type CloseProps = { me: string; chat: AdminChat["chat"]; className?: string };

/** Closes the conversation, or opens it again. Asks while an answer is written that is not sent. */
export const CloseForm = ({ me, chat: { id, state, seen, assignedTo }, className }: CloseProps) => {
  const step = state === "open" ? "close" : "reopen";
  const busy = useSent()?.get("step") === step;
  const [unsent, setUnsent] = useState<string | null>(null);
  const ask = (event: FormEvent) => {
    const { text, files } = browserDrafts.of(me, id);
    if (step !== "close" || (text.trim() === "" && files.length === 0)) return;
    event.preventDefault();
    setUnsent(text);
  };
  const fields = (
    <>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="over" value={assignedTo ?? ""} />
    </>
  );
  return (
    <>
      <Form method="post" className={className} preventScrollReset onSubmit={ask}>
        {fields}
        <Button small variant="outline" busy={busy} data-key={state === "open" ? "e" : undefined}>
          {state === "open" ? "Close the chat" : "Open it again"}
        </Button>
      </Form>
      <Question open={unsent !== null} setOpen={() => setUnsent(null)} title="Close it without your answer?">
        <p>What you wrote here is not sent. It stays in the field on this device.</p>
        {unsent && <blockquote className="mt-3 wrap-anywhere whitespace-pre-wrap">{unsent}</blockquote>}
        <Form method="post" className="mt-4" preventScrollReset onSubmit={() => setUnsent(null)}>
          {fields}
          <ConfirmActions keep="Keep it open">
            <Button small>Close without sending</Button>
          </ConfirmActions>
        </Form>
      </Question>
    </>
  );
};

/** Takes the conversation, or gives it back. `seen` says who had it when the page was made. */
const ClaimForm = ({ me, assignedTo }: { me: string; assignedTo: string | null }) => {
  const mine = assignedTo === me;
  const busy = useSent()?.get("step") === "assign";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="step" value="assign" />
      <input type="hidden" name="seen" value={assignedTo ?? ""} />
      <input type="hidden" name="to" value={mine ? "" : me} />
      <Button small variant={mine ? "quiet" : "outline"} busy={busy}>
        {mine ? "Give it back" : "Take it"}
      </Button>
    </Form>
  );
};

const holderLabel = ({ me, chat: { assignedTo, state }, holder }: AdminChat): string => {
  const who =
    assignedTo === me ? "You have this chat." : holder ? `${holder} has this chat.` : "Nobody has this chat yet.";
  return state === "closed" ? `${who} It is closed.` : who;
};

/** Whose conversation it is, who has it, and what can be done with it. */
export const ChatTop = ({ data, openSidebar }: { data: AdminChat; openSidebar: () => void }) => {
  const { chat, me } = data;
  return (
    <Head
      words={
        <>
          <h2 className="t2" id="admin-support">
            Admin Support
          </h2>
          <p className="small muted wrap-anywhere">{`Chat with ${chat.name}${chat.role === 2 ? " (writer)" : ""}, ${chat.email}`}</p>
          <p className="small soft">{holderLabel(data)}</p>
        </>
      }
    >
      <ClaimForm me={me} assignedTo={chat.assignedTo} />
      <CloseForm me={me} chat={chat} className="max-md:hidden" />
      <Link
        className="btn-icon xl:hidden"
        to="?about"
        aria-label={`About ${chat.name}`}
        title={`About ${chat.name}`}
        onClick={(event) => {
          event.preventDefault();
          openSidebar();
        }}
      >
        <Icon of={Info} />
      </Link>
    </Head>
  );
};

/** The head of what is open; on phones with the way back to the list, as it was asked for. */
const Head = ({ words, children }: { words: ReactNode; children?: ReactNode }) => (
  <header className="flex items-center gap-3 px-6 py-3.5 max-lg:gap-1 max-lg:py-2 max-lg:pr-3 max-lg:pl-1 max-lg:[&_.small]:text-xs/4.5">
    <Link
      className="btn-icon lg:hidden"
      to={inboxAddress("", useOutletContext<InboxContext>().ask)}
      aria-label="Back to the list"
    >
      <Icon of={ChevronLeft} />
    </Link>
    <div className="mr-auto min-w-0">{words}</div>
    {children}
  </header>
);

type PageProps = { id: string; title: string; lede: ReactNode; children: ReactNode };

/** What is open beside the list and is no conversation. `id`: of its heading. */
export const InboxPage = ({ id, title, lede, children }: PageProps) => (
  <section className="relative min-h-0 min-w-0 overflow-auto bg-sheet" aria-labelledby={id}>
    <Head
      words={
        <>
          <h2 className="t2 wrap-anywhere" id={id}>
            {title}
          </h2>
          {lede}
        </>
      }
    />
    <div className="stack [--gap:24px] max-w-176 px-6 pt-2 pb-10 max-lg:px-4">{children}</div>
  </section>
);
