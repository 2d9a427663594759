import { useEffect, useMemo, useState } from "react";
import { Form } from "react-router";
import { PlainUpload } from "#src/modules/files/index.screens.ts";
import { Button } from "#src/ui/button.tsx";
import { namesWithSupport } from "../domain/message.ts";
import type { Chat } from "../panel/chat.ts";
import { newestSeen, noConversation, withPage } from "../panel/conversation.ts";
import { daysOf, timesIn, withAsides } from "../panel/rows.ts";
import { FootAlert } from "../screens/composer.tsx";
import { Days } from "../screens/message-row.tsx";
import type { AdminChat, RefusedStep } from "./chat.server.ts";
import { LiveTalk } from "./live-talk.tsx";
import { SavedReplies } from "./saved-replies.tsx";
import { refusedText } from "./talk-refused.ts";
import { type Typing, writingId } from "./typing-colleagues.ts";

type Opened = { chat: Chat; follow: (chat: Chat) => () => void };

/** The conversation of this device, once its part of the page is loaded. */
function useOpened(me: string, chatId: string): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let here = true;
    void import("../panel/browser.ts").then(
      ({ chatOf, follow }) => here && setOpened({ chat: chatOf(me, chatId, "support"), follow }),
    );
    return () => {
      here = false;
    };
  }, [me, chatId]);
  return opened;
}

/** The conversation as the server knew it: what stands there before scripts work, and without them. */
const StillLog = ({ data: { page, zone, chat, asides } }: { data: AdminChat }) => {
  const conversation = withPage(noConversation("support"), page, {});
  const times = timesIn(zone);
  const seen = newestSeen(conversation);
  return (
    <section className="chat-log ib-log" aria-label="Conversation">
      <div>
        {page.messages.length === 0 && <p className="muted">{`${chat.name} has written nothing yet.`}</p>}
        <Days
          days={daysOf(withAsides(page.messages, asides, page.older), times)}
          names={namesWithSupport("support", chat.name)}
          times={times}
          seen={seen}
        />
      </div>
    </section>
  );
};

/** The form without scripts: the id of the message is made by the page, so that a form sent twice is one message. */
const StillForm = ({ data, refused }: { data: AdminChat; refused: RefusedStep | undefined }) => {
  const { chat, page, files, replies, nextId, begin } = data;
  const file = files.known.find(({ refusal, received, size }) => refusal === null && received === size);
  return (
    <div className="ib-foot">
      <Form method="post" className="ib-write" key={refused ? "again" : (page.messages.at(-1)?.id ?? "first")}>
        <input type="hidden" name="id" value={refused?.values.id ?? nextId} />
        {file && <input type="hidden" name="fileId" value={file.id} />}
        {refused && <FootAlert>{refusedText(refused)}</FootAlert>}
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

/** What was said and where to answer: a plain form first, the live conversation as soon as it can be. */
export const Talk = ({ data, refused, typing }: Props) => {
  const opened = useOpened(data.me, data.chat.id);
  const first = useMemo(() => withPage(noConversation("support"), data.page, {}), [data.page]);
  if (opened) return <LiveTalk {...opened} data={data} first={first} typing={typing} refused={refused} />;
  return (
    <>
      <StillLog data={data} />
      <StillForm data={data} refused={refused} />
    </>
  );
};
