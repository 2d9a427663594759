import { oneLine } from "#src/platform/mail/check-mail.ts";
import { hello, type Letter, type OrderName, type Reader } from "./letter.ts";

const longest = 500;
const shown = 5;

type Data = { reader: Reader; from: string; order: OrderName; texts: readonly string[] };

/** For one side of an order that was away: what the other side wrote. */
export const threadLetter = ({ reader, from, order, texts }: Data): Letter => {
  const left = texts.length - shown;
  const title = `${from} wrote to you`;
  return {
    subject: `${title} about order ${order.number}`,
    content: {
      title,
      paragraphs: [
        hello(reader),
        `You were away when ${from} wrote about order ${order.number}, “${oneLine(order.title, 120)}”:`,
        ...texts.slice(0, shown).map((text) => `“${oneLine(text, longest)}”`),
        ...(left > 0 ? [`And ${left} more.`] : []),
      ],
      button: { label: "Open the conversation", path: `/dashboard/orders/${order.id}?with=thread#conversation` },
      after: ["You can turn these mails off under Notices in your account settings."],
    },
  };
};
