import { type MouseEvent, useEffect, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { PlainUpload } from "#src/modules/files/index.screens.ts";
import { counted } from "#src/shared/counted.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { noConversation, withPage } from "../panel/conversation.ts";
import type { OpenThread, OrderThreadData } from "../threads/order-thread.server.ts";
import { FootAlert } from "./composer.tsx";
import { Closed, LiveThread, type Pause, StopClock } from "./live-thread.tsx";
import { nothingYet, StillDays } from "./message-row.tsx";
import { SupportTalk } from "./support-talk.tsx";
import { useOpened } from "./use-live.ts";
import { useMessageForm } from "./use-taken.ts";

type ThreadTalkProps = {
  data: OrderThreadData;
  thread: OpenThread;
  pause: Pause | undefined;
  refused: RefusedForm | undefined;
};

/** The form without scripts: the id of the message is made by the page, so that a form sent twice is one message. */
const StillForm = ({ data, thread, pause, refused }: ThreadTalkProps) => {
  const { files, nextId } = thread;
  const { form, id } = useMessageForm(nextId, refused);
  const file = files?.known.find(({ refusal, received, size }) => refusal === null && received === size);
  const why = refused && (refused.errors.message ?? refused.message ?? "Your message was not sent.");
  return (
    <>
      {why && <FootAlert>{why}</FootAlert>}
      <Form ref={form} method="post" className="ask">
        <input type="hidden" name="action" value="say" />
        <input type="hidden" name="threadId" value={thread.id} />
        <input type="hidden" name="id" value={id} />
        {file && <input type="hidden" name="fileId" value={file.id} />}
        <label className="vh" htmlFor="thread-words">{`Message to ${data.names.other}`}</label>
        <textarea
          className="textarea"
          id="thread-words"
          name="message"
          rows={2}
          dir="auto"
          placeholder={`Write to ${data.names.other}`}
          defaultValue={refused?.values.message}
          aria-invalid={refused ? true : undefined}
        />
        {file && <p className="small soft px-3">{`With the file ${file.name}.`}</p>}
        {pause && <StopClock pause={pause} defaultChecked={refused?.values.stop === "on"} />}
        <div className={cx("flex flex-wrap items-center justify-between gap-2", pause && "mt-1")}>
          <span />
          <Button small>{pause ? "Send or ask" : "Send"}</Button>
        </div>
      </Form>
      {files && (
        <PlainUpload {...files} id="thread-file" next={`/dashboard/orders/${data.orderId}?with=thread#conversation`} />
      )}
    </>
  );
};

/** Messages and text field: a plain form first, the live conversation when scripts have loaded. */
const ThreadTalk = ({ data, thread, pause, refused }: ThreadTalkProps) => {
  const opened = useOpened(data.me, `thread:${thread.id}`, data.side);
  const first = useMemo(() => withPage(noConversation(data.side), thread.page, {}), [data.side, thread.page]);
  if (opened)
    return <LiveThread opened={opened} data={data} thread={thread} pause={pause} refused={refused} first={first} />;
  return (
    <>
      <section className="chat-log" aria-label="Messages">
        {thread.page.messages.length === 0 ? (
          nothingYet(data)
        ) : (
          <StillDays page={thread.page} names={data.names} zone={data.zone} />
        )}
      </section>
      {thread.closed ? (
        <Closed>{thread.closed}</Closed>
      ) : (
        <StillForm data={data} thread={thread} pause={pause} refused={refused} />
      )}
    </>
  );
};

type With = "thread" | "support";
type Props = { thread: OrderThreadData; pause?: Pause | undefined; refused: RefusedForm | undefined };

const Tab = ({ to, shown, show, children }: { to: With; shown: With; show: (to: With) => void; children: string }) => (
  <Link
    to={`?with=${to}#conversation`}
    preventScrollReset
    aria-current={to === shown ? "page" : undefined}
    onClick={(event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      show(to);
    }}
  >
    {children}
  </Link>
);

/** Conversations with writers who no longer have the order. */
const Earlier = ({ thread: { earlier, zone } }: Pick<Props, "thread">) =>
  earlier.map(({ page, names }) => (
    <details className="thread-fold" key={page.chatId}>
      <summary>
        <b className="strong">{`With an earlier writer`}</b>
        <span className="num">
          {page.older ? `${page.messages.length}+ messages` : counted(page.messages.length, "message")}
        </span>
      </summary>
      <div className="chat-log max-h-120 p-0">
        <StillDays page={page} names={names} zone={zone} />
      </div>
    </details>
  ));

/** With whom: the other side of the order, or Support. */
export default function Conversations({ thread, pause, refused }: Props) {
  const asked = useSearchParams()[0].get("with");
  const first: With = asked === "support" || (asked !== "thread" && !thread.thread) ? "support" : "thread";
  const [shown, show] = useState<With>(refused ? "thread" : first);
  const begun = thread.thread !== null;
  // A conversation that begins while the page is open is shown, unless somebody writes to Support at that moment.
  useEffect(() => {
    if (begun && asked !== "support" && !document.activeElement?.closest("#conversation")) show("thread");
  }, [begun, asked]);
  const { side, names } = thread;
  const other = side === "client" && names.other === "Earlier writer" ? "Your writer" : names.other;
  return (
    <>
      <nav className="tabs mt-1 mb-4" aria-label="With whom">
        <Tab to="thread" shown={shown} show={show}>
          {other}
        </Tab>
        <Tab to="support" shown={shown} show={show}>
          Support
        </Tab>
      </nav>
      {shown === "support" ? (
        <SupportTalk number={thread.number} />
      ) : (
        <>
          {thread.thread ? (
            <ThreadTalk key={thread.thread.id} data={thread} thread={thread.thread} pause={pause} refused={refused} />
          ) : (
            <p className="soft">{thread.wait}</p>
          )}
          <Earlier thread={thread} />
        </>
      )}
    </>
  );
}
