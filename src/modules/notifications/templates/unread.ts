import { oneLine } from "#src/platform/mail/check-mail.ts";
import { hello, type OrderName, type Reader, type WrittenMail } from "./written-mail.ts";

const longest = 500;
const shown = 5;

type Unread = { reader: Reader; texts: readonly string[] };

const unreadContent = ({ reader, texts }: Unread, title: string, away: string): WrittenMail["content"] => ({
  title,
  paragraphs: [
    hello(reader),
    away,
    ...texts.slice(0, shown).map((text) => `“${oneLine(text, longest)}”`),
    ...(texts.length > shown ? [`And ${texts.length - shown} more.`] : []),
  ],
  after: ["You can turn these e-mails off under Notices in your account settings."],
});

/** For one side of an order that was away: what the other side wrote. */
export const threadMail = ({ from, order, ...unread }: Unread & { from: string; order: OrderName }): WrittenMail => {
  const title = `${from} wrote to you`;
  const away = `You were away when ${from} wrote about order ${order.number}, “${oneLine(order.title, 120)}”:`;
  const path = `/dashboard/orders/${order.id}?with=thread#conversation`;
  return {
    subject: `${title} about order ${order.number}`,
    content: { ...unreadContent(unread, title, away), button: { label: "Open the conversation", path } },
  };
};

/** For a person who was away: what support answered in the chat. */
export const chatAnswersMail = (unread: Unread): WrittenMail => ({
  subject: unread.texts.length === 1 ? "Support answered you" : `Support wrote ${unread.texts.length} messages to you`,
  content: {
    ...unreadContent(unread, "Support answered you", "You were away when we answered in the chat:"),
    button: { label: "Open the chat", path: "/accountSettings?chat=open" },
  },
});
