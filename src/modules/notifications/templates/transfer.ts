import { arrivedText } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { hello, moment, type OrderName, type Reader, titled, type WrittenMail } from "./written-mail.ts";

type Asked = { reader: Reader; order: OrderName };
export type TransferData = Asked & {
  cents: number;
  reference: string;
  /** When the wait ends; null where the order runs already. */
  waitsUntil: Date | null;
  bank: { holder: string; account: string; bic: string };
};

const endFact = (waitsUntil: Date | null, reader: Reader): [string, string][] =>
  waitsUntil ? [["We wait until", moment(waitsUntil, reader)]] : [];

const page = ({ id }: OrderName): string => `/checkout/${id}/transfer`;

/** For the client: what was announced, to have it at hand at the bank. */
export const transferMail = ({ reader, order, cents, reference, waitsUntil, bank }: TransferData): WrittenMail => ({
  subject: `Your bank transfer for order ${order.number}`,
  content: {
    title: "We wait for your transfer",
    paragraphs: [
      hello(reader),
      `You wrote to us that you sent ${formatUsd(cents)} for ${titled(order)}. A transfer takes 1 to 3 working days. You get the receipt when it has arrived.`,
      "If you have not sent it yet, these are the details. We use the reference to find your money.",
    ],
    facts: [
      ["Reference", reference],
      ["Amount", formatUsd(cents)],
      ["Account holder", bank.holder],
      ["Account", bank.account],
      ...(bank.bic ? [["BIC", bank.bic] satisfies [string, string]] : []),
      ...endFact(waitsUntil, reader),
    ],
    button: { label: "See the details", path: page(order) },
  },
});

/** `cents`: the whole of what was asked for. */
export type PartData = Asked & { cents: number; missingCents: number; reference: string; waitsUntil: Date | null };

/** For the client: less arrived than was asked for. */
export const partMail = ({ reader, order, cents, missingCents, reference, waitsUntil }: PartData): WrittenMail => ({
  subject: `A part is missing: order ${order.number}`,
  content: {
    title: `${formatUsd(missingCents)} is still missing`,
    paragraphs: [
      hello(reader),
      `${arrivedText({ cents: cents - missingCents, ofCents: cents })} It is your transfer for ${titled(order)}. Banks sometimes keep a fee. Send only the rest, ${formatUsd(missingCents)}, with the same reference.`,
    ],
    facts: [["Still missing", formatUsd(missingCents)], ["Reference", reference], ...endFact(waitsUntil, reader)],
    button: { label: "See the details", path: page(order) },
  },
});

export type AccountData = Asked & { cents: number };

/** For the client: a refund by transfer waits for where to send it. */
export const accountMail = ({ reader, order, cents }: AccountData): WrittenMail => ({
  subject: `Where should your refund go? Order ${order.number}`,
  content: {
    title: `We send you ${formatUsd(cents)} back`,
    paragraphs: [
      hello(reader),
      `You paid for ${titled(order)} by bank transfer, so the refund is a bank transfer too. Enter your account on our site. We never ask for it by e-mail or on the phone.`,
    ],
    lines: [["Refund", formatUsd(cents)]],
    button: { label: "Enter an account", path: `/checkout/${order.id}/refund-account` },
    after: ["Your account is kept encrypted and deleted when the money is sent."],
  },
});
