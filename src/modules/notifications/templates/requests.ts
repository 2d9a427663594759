import { hello, moment, type Reader, titled, type WrittenMail } from "./written-mail.ts";

export type RequestData = { reader: Reader; id: string; title: string };

const named = ({ id, title }: RequestData): string => titled({ id, title, number: "" });
const page = ({ id }: RequestData): string => `/dashboard/requests/${id}`;

/** For the client: nothing is ordered yet. */
export const requestHeldMail = (data: RequestData & { endsAt: Date }): WrittenMail => ({
  subject: "A person reads your request first",
  content: {
    title: "A person reads your request first",
    paragraphs: [
      hello(data.reader),
      `${named(data)} is not ordered yet, and nothing is charged. Our automatic check was not sure what you mean, so a person reads it.`,
      `You get an answer on ${moment(data.endsAt, data.reader)} at the latest.`,
    ],
    button: { label: "See your request", path: page(data) },
  },
});

/** For the client: the order waits for payment or a price, or for a later deadline. */
export const requestAcceptedMail = (data: RequestData & { late: boolean; custom: boolean }): WrittenMail => {
  const { late, custom, id } = data;
  const next = late
    ? "Your deadline is too near now. Choose a later one, look at the new total, then place the order."
    : custom
      ? "It is ordered now. Next we send you a price. You pay nothing before that."
      : "It is ordered now, at the same total. The work starts when you pay.";
  return {
    subject: "We accept your request",
    content: {
      title: "We accept your request",
      paragraphs: [hello(data.reader), `A person read ${named(data)}, and we can do this work. ${next}`],
      button: late
        ? { label: "Choose a later deadline", path: page(data) }
        : custom
          ? { label: "See your order", path: `/dashboard/orders/${id}` }
          : { label: "Pay for your order", path: `/checkout/${id}` },
    },
  };
};

/** For the client: why not, in the words of the person who read it, and what can be done instead. */
export const requestRefusedMail = (data: RequestData & { answer: string }): WrittenMail => ({
  subject: "Our answer to your request",
  content: {
    title: "Our answer to your request",
    paragraphs: [
      hello(data.reader),
      `A person read ${named(data)}. We cannot do this work. Nothing was ordered, and nothing was charged.`,
      ...data.answer.split(/\n+/),
    ],
    button: { label: "Read the answer", path: page(data) },
  },
});

/** For the client: nobody read it in time. */
export const requestExpiredMail = (data: RequestData): WrittenMail => ({
  subject: "We did not read your request in time",
  content: {
    title: "We did not read your request in time",
    paragraphs: [
      hello(data.reader),
      `We are sorry: nobody read ${named(data)} in time. Nothing was ordered, and nothing was charged.`,
      "We keep what you typed for 30 days. You can send it again.",
    ],
    button: { label: "Open your request", path: page(data) },
  },
});
