import { useMemo } from "react";
import { PlainUpload } from "#src/modules/files/index.screens.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { noConversation, withPage } from "../panel/conversation.ts";
import type { OpenThread, OrderThreadData } from "../threads/order-thread.server.ts";
import { FootAlert } from "./composer.tsx";
import { LiveThread } from "./live-thread.tsx";
import { nothingYet, StillDays } from "./still-days.tsx";
import { type Pause, StopClock } from "./stop-clock.tsx";
import { useOpened } from "./use-live.ts";
import { useMessageForm } from "./use-taken.ts";

type Props = {
  data: OrderThreadData;
  thread: OpenThread;
  pause: Pause | undefined;
  refused: RefusedForm | undefined;
};

/** The form without scripts: the id of the message is made by the page, so that a form sent twice is one message. */
const StillForm = ({ data, thread, pause, refused }: Props) => {
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
        {file && <p className="small soft with-file">{`With the file ${file.name}.`}</p>}
        {pause && <StopClock pause={pause} defaultChecked={refused?.values.stop === "on"} />}
        <div className="foot-row">
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
export const ThreadTalk = ({ data, thread, pause, refused }: Props) => {
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
        <p className="thread-closed">{thread.closed}</p>
      ) : (
        <StillForm data={data} thread={thread} pause={pause} refused={refused} />
      )}
    </>
  );
};
