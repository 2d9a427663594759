import { arrivedText } from "#src/modules/payments/index.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { formatUsd } from "#src/shared/money.ts";
import {
  moment,
  type OrderName,
  orderExample,
  orderValues,
  type Reader,
  type StepData,
  someMoment,
  type WrittenMail,
} from "./written-mail.ts";

type TransferData = StepData & {
  cents: number;
  reference: string;
  /** When the wait ends; null where the order runs already. */
  waitsUntil: Date | null;
  bank: { holder: string; account: string; bic: string };
};

const endFact = (waitsUntil: Date | null, reader: Reader): [string, string][] =>
  waitsUntil ? [["We wait until", moment(waitsUntil, reader)]] : [];

const page = ({ id }: OrderName): string => `/checkout/${id}/transfer`;
const detailsButton = { label: "See the details", path: "/" };

const announced = defineMail({
  id: "order.transfer",
  to: "client",
  name: "We wait for your transfer",
  when: "when a client says that a transfer is sent",
  subject: "Your bank transfer for order {{order number}}",
  text: `
# We wait for your transfer

Hello {{name}}.

You wrote to us that you sent {{amount}} for “{{title}}”. A transfer takes 1 to 3 working days. You get the receipt when it has arrived.

If you have not sent it yet, these are the details. We use the reference to find your money.

{{details}}

{{button}}`,
  values: { ...orderExample, amount: "$92.40" },
  example: {
    facts: [
      ["Reference", "K4WTN82-1"],
      ["Amount", "$92.40"],
      ["Account holder", "Example Ltd"],
      ["Account", "GB33 BUKB 2020 1555 5555 55"],
      ["We wait until", someMoment],
    ],
    button: detailsButton,
  },
});

/** For the client: what was announced, to have it at hand at the bank. */
export const transferMail = ({ cents, reference, waitsUntil, bank, ...data }: TransferData): WrittenMail =>
  announced(
    { ...orderValues(data), amount: formatUsd(cents) },
    {
      facts: [
        ["Reference", reference],
        ["Amount", formatUsd(cents)],
        ["Account holder", bank.holder],
        ["Account", bank.account],
        ...(bank.bic ? [["BIC", bank.bic] satisfies [string, string]] : []),
        ...endFact(waitsUntil, data.reader),
      ],
      button: { label: "See the details", path: page(data.order) },
    },
  );

/** `cents`: the whole of what was asked for. */
type PartData = StepData & { cents: number; missingCents: number; reference: string; waitsUntil: Date | null };

const inPart = defineMail({
  id: "order.transfer-part",
  to: "client",
  name: "A part of a transfer is missing",
  when: "when less arrived than was asked for",
  subject: "A part is missing: order {{order number}}",
  text: `
# {{missing}} is still missing

Hello {{name}}.

{{what has arrived}} It is your transfer for “{{title}}”. Banks sometimes keep a fee. Send only the rest, {{missing}}, with the same reference.

{{details}}

{{button}}`,
  values: { ...orderExample, missing: "$0.30", "what has arrived": "$92.10 of $92.40 has arrived." },
  required: ["missing"],
  example: {
    facts: [
      ["Still missing", "$0.30"],
      ["Reference", "K4WTN82-1"],
      ["We wait until", someMoment],
    ],
    button: detailsButton,
  },
});

/** For the client: less arrived than was asked for. */
export const partMail = ({ cents, missingCents, reference, waitsUntil, ...data }: PartData): WrittenMail => {
  const missing = formatUsd(missingCents);
  return inPart(
    {
      ...orderValues(data),
      missing,
      "what has arrived": arrivedText({ cents: cents - missingCents, ofCents: cents }),
    },
    {
      facts: [["Still missing", missing], ["Reference", reference], ...endFact(waitsUntil, data.reader)],
      button: { label: "See the details", path: page(data.order) },
    },
  );
};

const accountButton = "Enter an account";

const account = defineMail({
  id: "order.refund-account",
  to: "client",
  name: "Where should your refund go?",
  when: "when a refund needs an account",
  subject: "Where should your refund go? Order {{order number}}",
  text: `
# We send you {{amount}} back

Hello {{name}}.

You paid for “{{title}}” by bank transfer, so the refund is a bank transfer too. Enter your account on our site. We never ask for it by e-mail or on the phone.

{{amounts}}

{{button}}

Your account is kept encrypted and deleted when the money is sent.`,
  values: { ...orderExample, amount: "$92.40" },
  example: { lines: [["Refund", "$92.40"]], button: { label: accountButton, path: "/" } },
});

/** For the client: a refund by transfer waits for where to send it. */
export const accountMail = ({ cents, ...data }: StepData & { cents: number }): WrittenMail =>
  account(
    { ...orderValues(data), amount: formatUsd(cents) },
    {
      lines: [["Refund", formatUsd(cents)]],
      button: { label: accountButton, path: `/checkout/${data.order.id}/refund-account` },
    },
  );
