import { oneLine } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import {
  type OrderName,
  orderExample,
  orderValues,
  type Reader,
  readerExample,
  readerValues,
  type WrittenMail,
} from "./written-mail.ts";

const longest = 500;
const shown = 5;

type Unread = { reader: Reader; texts: readonly string[] };

const messagesOf = (texts: readonly string[]): string[] => [
  ...texts.slice(0, shown).map((text) => `“${oneLine(text, longest)}”`),
  ...(texts.length > shown ? [`And ${texts.length - shown} more.`] : []),
];

const off = "You can turn these e-mails off under Notices in your account settings.";

const thread = defineMail({
  id: "thread.messages",
  to: "both",
  name: "The other side wrote to you",
  when: "when messages about an order stay unread",
  subject: "{{from}} wrote to you about order {{order number}}",
  text: `
# {{from}} wrote to you

Hello {{name}}.

You were away when {{from}} wrote about order {{order number}}, “{{title}}”:

{{messages}}

{{button}}

${off}`,
  values: { ...orderExample, from: "Your writer", messages: "“I have a question about the second source.”" },
  required: ["messages"],
  example: { button: { label: "Open the conversation", path: "/" } },
});

/** For one side of an order that was away: what the other side wrote. */
export const threadMail = ({ from, order, reader, texts }: Unread & { from: string; order: OrderName }): WrittenMail =>
  thread(
    { ...orderValues({ reader, order }), title: oneLine(order.title, 120), from, messages: messagesOf(texts) },
    {
      button: { label: "Open the conversation", path: `/dashboard/orders/${order.id}?with=thread#conversation` },
    },
  );

const answers = defineMail({
  id: "chat.answers",
  to: "account",
  name: "Support answered you",
  when: "when answers in the chat stay unread",
  subject: "{{what support did}}",
  text: `
# Support answered you

Hello {{name}}.

You were away when we answered in the chat:

{{messages}}

{{button}}

${off}`,
  values: {
    ...readerExample,
    "what support did": "Support answered you",
    messages: "“Yes, you can add the second file until tomorrow.”",
  },
  required: ["messages"],
  example: { button: { label: "Open the chat", path: "/" } },
});

/** For a person who was away: what support answered in the chat. */
export const chatAnswersMail = ({ reader, texts }: Unread): WrittenMail =>
  answers(
    {
      ...readerValues(reader),
      "what support did": texts.length === 1 ? "Support answered you" : `Support wrote ${texts.length} messages to you`,
      messages: messagesOf(texts),
    },
    { button: { label: "Open the chat", path: "/accountSettings?chat=open" } },
  );
