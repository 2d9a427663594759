import { useMemo } from "react";
import { PlainUpload } from "#src/modules/files/index.screens.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { namesWithSupport } from "../domain/message.ts";
import { noConversation, withPage } from "../panel/conversation.ts";
import { FootAlert } from "../screens/composer.tsx";
import { StillDays } from "../screens/still-days.tsx";
import { useOpened } from "../screens/use-live.ts";
import { useMessageForm } from "../screens/use-taken.ts";
import type { AdminChat, RefusedStep } from "./chat.server.ts";
import { LiveTalk } from "./live-talk.tsx";
import { SavedReplies } from "./saved-replies.tsx";
import { refusedText } from "./send-step.ts";
import { type Typing, writingId } from "./typing-colleagues.ts";

/** What stands there before scripts work, and without them. */
const StillLog = ({ data: { page, zone, chat, asides } }: { data: AdminChat }) => (
  <section className="chat-log ib-log" aria-label="Conversation">
    <div>
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
    <div className="ib-foot">
      <Form ref={form} method="post" className="ib-write">
        <input type="hidden" name="id" value={id} />
        {file && <input type="hidden" name="fileId" value={file.id} />}
        {refused && <FootAlert>{refusedText(refused)}</FootAlert>}
        {typeof refused?.heldBy === "string" && <input type="hidden" name="over" value={refused.heldBy} />}
        {file && <p className="small soft">{`With the file ${file.name}.`}</p>}
        <label className="vh" htmlFor={writingId}>
          Message as Support
        </label>
        <textarea
          className="textarea"
          id={writingId}
          name="message"
          rows={2}
          dir="auto"
          defaultValue={refused?.values.message ?? begin}
          aria-invalid={refused ? true : undefined}
        />
        <div className="ib-acts row">
          <SavedReplies replies={replies} />
          <span className="ib-send">
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
export const Talk = ({ data, refused, typing }: Props) => {
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
