import { defineMail } from "#src/platform/mail/mail-text.ts";
import { formatUsd } from "#src/shared/money.ts";
import {
  moment,
  orderExample,
  orderPath,
  orderValues,
  type StepData,
  someAmount,
  someMoment,
  stepMail,
  testNote,
  type WrittenMail,
} from "./written-mail.ts";

type LaterPaymentData = StepData & {
  purpose: "second" | "change" | "tip";
  cents: number;
  method: string;
  paidAt: Date;
  test: boolean;
};

const orderButton = "See your order";

/** A receipt after the first one, in the words of its purpose. */
const laterPayment = (purpose: string, name: string, title: string, sentence: string) =>
  defineMail({
    id: `order.paid-${purpose}`,
    to: "client",
    name,
    when: `after the payment of ${purpose === "second" ? "the rest" : `a ${purpose}`}`,
    subject: "Receipt for order {{order number}}",
    text: `
# ${title}

Hello {{name}}.

We have your payment of {{paid}} for “{{title}}”. ${sentence}

{{details}}

{{amounts}}

{{button}}

You find the receipt as a PDF on the order page.

{{note on a test order}}`,
    values: { ...orderExample, paid: someAmount, "note on a test order": "" },
    example: {
      facts: [
        ["Order", "K4WTN82"],
        ["Paid", someMoment],
        ["Method", "Card"],
      ],
      total: ["Paid now, US dollars", someAmount],
      button: { label: orderButton, path: "/" },
    },
  });

const arrived = "Your payment has arrived";
const laterPayments = {
  second: laterPayment(
    "second",
    "Second payment, with the receipt",
    arrived,
    "The final version is open on the order page, and your time to read it starts now.",
  ),
  change: laterPayment(
    "change",
    "Change paid, with the receipt",
    arrived,
    "The change is made. The order page shows the new price and what is different.",
  ),
  tip: laterPayment(
    "tip",
    "Tip paid, with the receipt",
    "Your tip has arrived",
    "All of it goes to your writer. Thank you.",
  ),
};

/** For the client: the receipt of a payment after the first one. */
export const laterPaymentMail = ({ reader, order, purpose, cents, ...paid }: LaterPaymentData): WrittenMail =>
  laterPayments[purpose](
    { ...orderValues({ reader, order }), paid: formatUsd(cents), "note on a test order": testNote(paid.test) },
    {
      facts: [
        ["Order", order.number],
        ["Paid", moment(paid.paidAt, reader)],
        ["Method", paid.method],
      ],
      total: ["Paid now, US dollars", formatUsd(cents)],
      button: { label: orderButton, path: orderPath(order) },
    },
  );

const tipButton = { label: "See your earnings", path: "/dashboard/earnings" };

const tip = defineMail({
  id: "order.tip",
  to: "writer",
  name: "You got a tip",
  when: "when a client gives a tip",
  subject: "A tip for you: order {{order number}}",
  text: `
# You got a tip of {{amount}}

Hello {{name}}.

The client of “{{title}}” gave you a tip. All of it is yours. You get it with your next payout.

{{button}}`,
  values: { ...orderExample, amount: "$10.00" },
  example: { button: tipButton },
});

/** For the writer: a client was pleased. */
export const tipMail = ({ cents, ...data }: StepData & { cents: number }): WrittenMail =>
  tip({ ...orderValues(data), amount: formatUsd(cents) }, { button: tipButton });

const rest = defineMail({
  id: "order.second-payment",
  to: "client",
  name: "The second payment is due",
  when: "while the work waits for the second payment",
  subject: "The second payment is due: order {{order number}}",
  text: `
# Your work waits for the second payment

Hello {{name}}.

“{{title}}” is delivered. The final version opens when the second payment, {{second payment}}, is made. Your time to read it starts then.

{{button}}`,
  values: { ...orderExample, "second payment": someAmount },
  example: { button: { label: `Pay ${someAmount}`, path: "/" } },
});

/** For the client: the work waits for the second payment. */
export const restReminderMail = ({ restCents, ...data }: StepData & { restCents: number }): WrittenMail =>
  rest(
    { ...orderValues(data), "second payment": formatUsd(restCents) },
    { button: { label: `Pay ${formatUsd(restCents)}`, path: `/checkout/${data.order.id}` } },
  );

/** For the writer: the client wants something else. */
export const changeAskedMail = stepMail({
  id: "order.change-asked",
  to: "writer",
  when: "when the client asks for another deadline, pages or sources",
  subject: "The client asks for a change: order {{order number}}",
  title: "The client asks for a change",
  paragraphs: [
    "The client of “{{title}}” asks for another deadline, other pages or sources. The order page shows the change, and what it means for your pay. Nothing changes before you agree.",
  ],
  button: "Read and answer",
});

/** The end of a change in its own words. */
const changeEnd = (end: string, when: string, title: string, sentence: string) =>
  stepMail({
    id: `order.change-${end}`,
    to: "client",
    when,
    subject: `${title}: order {{order number}}`,
    title,
    paragraphs: [`This is about “{{title}}”. ${sentence}`],
    button: orderButton,
  });

const notMade = "Your change was not made";
const changeEnds = {
  agreed: changeEnd(
    "agreed",
    "when the writer agrees to a change",
    "Your change is agreed",
    "If it costs more, you pay the difference on the order page, and then the change is made. If it costs less, the change is made now, and the difference goes back to you.",
  ),
  left: changeEnd(
    "left",
    "when an order moved on before its change",
    notMade,
    "The order reached its next step before the change was made, so it continues as it was. Nothing was charged for the change.",
  ),
  dropped: changeEnd(
    "dropped",
    "when a change is refused",
    notMade,
    "The order continues as it was. The order page says why.",
  ),
} as const;

/** For the client: what became of the change. */
export const changeEndMail = ({ end, ...data }: StepData & { end: keyof typeof changeEnds }): WrittenMail =>
  changeEnds[end](data);

/** For the writer: the order moved on before the change was made. */
export const changeLeftMail = stepMail({
  id: "order.change-ended",
  to: "writer",
  when: "when an order moved on before its change",
  subject: "The change was not made: order {{order number}}",
  title: "The client no longer asks for the change",
  paragraphs: [
    "“{{title}}” reached its next step before the change was made. It continues as it was: the same deadline, pages and sources, the same pay.",
  ],
  button: "See the order",
});
