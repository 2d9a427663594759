import { formatUsd } from "#src/shared/money.ts";
import { hello, type Letter, type OrderName, type Reader, titled } from "./letter.ts";

type Asked = { reader: Reader; order: OrderName };
export type TransferData = Asked & {
  cents: number;
  reference: string;
  bank: { holder: string; account: string; bic: string };
};

const page = ({ id }: OrderName): string => `/checkout/${id}/transfer`;

/** For the client: what was announced, to have it at hand at the bank. */
export const transferLetter = ({ reader, order, cents, reference, bank }: TransferData): Letter => ({
  subject: `Your bank transfer for order ${order.number}`,
  content: {
    title: "We wait for your transfer",
    paragraphs: [
      hello(reader),
      `You told us that you sent ${formatUsd(cents)} for ${titled(order)}. A transfer takes 1 to 3 working days. You get the receipt when it has arrived.`,
      "If you have not sent it yet, these are the details. The reference is how we find your money.",
    ],
    facts: [
      ["Reference", reference],
      ["Amount", formatUsd(cents)],
      ["Account holder", bank.holder],
      ["Account", bank.account],
      ...(bank.bic ? [["BIC", bank.bic] satisfies [string, string]] : []),
    ],
    button: { label: "See the details", path: page(order) },
  },
});

export type PartData = Asked & { missingCents: number; reference: string };

/** For the client: less arrived than was asked for. */
export const partLetter = ({ reader, order, missingCents, reference }: PartData): Letter => ({
  subject: `A part is missing: order ${order.number}`,
  content: {
    title: `${formatUsd(missingCents)} is still missing`,
    paragraphs: [
      hello(reader),
      `A part of your transfer for ${titled(order)} has arrived. Banks sometimes keep a fee. Send the rest with the same reference, and the work starts when it is here.`,
    ],
    facts: [
      ["Still missing", formatUsd(missingCents)],
      ["Reference", reference],
    ],
    button: { label: "See the details", path: page(order) },
  },
});

export type AccountData = Asked & { cents: number };

/** For the client: a refund by transfer waits for where to send it. */
export const accountLetter = ({ reader, order, cents }: AccountData): Letter => ({
  subject: `Where should your refund go? Order ${order.number}`,
  content: {
    title: `We owe you ${formatUsd(cents)}`,
    paragraphs: [
      hello(reader),
      `You paid for ${titled(order)} by bank transfer, so the refund goes back by one. Tell us the account on our site. We never ask for it by mail or on the phone.`,
    ],
    lines: [["Refund", formatUsd(cents)]],
    button: { label: "Name an account", path: `/checkout/${order.id}/refund-account` },
    after: ["Your account is kept encrypted and deleted when the money is sent."],
  },
});
