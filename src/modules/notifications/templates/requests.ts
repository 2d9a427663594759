import { oneLine } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import {
  moment,
  orderExample,
  type Reader,
  readerExample,
  readerValues,
  someMoment,
  type WrittenMail,
} from "./written-mail.ts";

export type RequestData = { reader: Reader; id: string; title: string };

const example = { ...readerExample, title: orderExample.title };
const valuesOf = ({ reader, title }: RequestData): Record<keyof typeof example, string> => ({
  ...readerValues(reader),
  title: oneLine(title, 100),
});

const page = ({ id }: RequestData): string => `/dashboard/requests/${id}`;

const held = defineMail({
  id: "request.held",
  to: "client",
  name: "A person reads your request first",
  when: "when a request must be read first",
  subject: "A person reads your request first",
  text: `
# A person reads your request first

Hello {{name}}.

“{{title}}” is not ordered yet, and nothing is charged. Our automatic check was not sure what you mean, so a person reads it.

You get an answer on {{answer until}} at the latest.

{{button}}`,
  values: { ...example, "answer until": someMoment },
  example: { button: { label: "See your request", path: "/" } },
});

/** For the client: nothing is ordered yet. */
export const requestHeldMail = (data: RequestData & { endsAt: Date }): WrittenMail =>
  held(
    { ...valuesOf(data), "answer until": moment(data.endsAt, data.reader) },
    { button: { label: "See your request", path: page(data) } },
  );

const nextStep = {
  pay: "It is ordered now, at the same total. The work starts when you pay.",
  price: "It is ordered now. Next we send you a price. You pay nothing before that.",
  deadline: "Your deadline is too near now. Choose a later one, look at the new total, then place the order.",
};

const accepted = defineMail({
  id: "request.accepted",
  to: "client",
  name: "We accept your request",
  when: "when a person accepts a request",
  subject: "We accept your request",
  text: `
# We accept your request

Hello {{name}}.

A person read “{{title}}”, and we can do this work. {{next step}}

{{button}}`,
  values: { ...example, "next step": nextStep.pay },
  required: ["next step"],
  example: { button: { label: "Pay for your order", path: "/" } },
});

/** For the client: the order waits for payment or a price, or for a later deadline. */
export const requestAcceptedMail = (data: RequestData & { late: boolean; custom: boolean }): WrittenMail => {
  const { late, custom, id } = data;
  const next = late ? nextStep.deadline : custom ? nextStep.price : nextStep.pay;
  const button = custom
    ? { label: "See your order", path: `/dashboard/orders/${id}` }
    : { label: "Pay for your order", path: `/checkout/${id}` };
  return accepted(
    { ...valuesOf(data), "next step": next },
    { button: late ? { label: "Choose a later deadline", path: page(data) } : button },
  );
};

const refused = defineMail({
  id: "request.refused",
  to: "client",
  name: "Our answer to your request",
  when: "when a person refuses a request",
  subject: "Our answer to your request",
  text: `
# Our answer to your request

Hello {{name}}.

A person read “{{title}}”. We cannot do this work. Nothing was ordered, and nothing was charged.

{{answer}}

{{button}}`,
  values: { ...example, answer: "We do not sit tests for somebody. We can go through past questions with you." },
  required: ["answer"],
  example: { button: { label: "Read the answer", path: "/" } },
});

/** For the client: why not, in the words of the person who read it, and what can be done instead. */
export const requestRefusedMail = (data: RequestData & { answer: string }): WrittenMail =>
  refused(
    { ...valuesOf(data), answer: data.answer.split(/\n+/) },
    { button: { label: "Read the answer", path: page(data) } },
  );

const expired = defineMail({
  id: "request.expired",
  to: "client",
  name: "We did not read your request in time",
  when: "when nobody read a request in time",
  subject: "We did not read your request in time",
  text: `
# We did not read your request in time

Hello {{name}}.

We are sorry: nobody read “{{title}}” in time. Nothing was ordered, and nothing was charged.

We keep what you typed for 30 days. You can send it again.

{{button}}`,
  values: example,
  example: { button: { label: "Open your request", path: "/" } },
});

/** For the client: nobody read it in time. */
export const requestExpiredMail = (data: RequestData): WrittenMail =>
  expired(valuesOf(data), { button: { label: "Open your request", path: page(data) } });
