import type { DocumentText } from "#src/platform/documents/blocks.ts";
import { figures } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import type { QuoteAnswer } from "../domain/quote.ts";
import { quoteNumber } from "../domain/quote.ts";
import type { KeptInput } from "../tables.ts";

/** Who sells, and how a person reads it. */
export type QuoteReader = {
  readonly seller: { readonly name: string; readonly address: string; readonly email: string };
  /** IANA zone of the times. */
  readonly zone: string;
  /** What people call the fields of a quote. */
  readonly labels: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Where the quote is ordered. */
  readonly address: string;
};

type Asked = { answer: QuoteAnswer; inputs: KeptInput; pricedAt: Date };

const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;
const heading = (text: string) => ({ kind: "heading", text }) as const;
const row = (text: string, right: string) => ({ kind: "row", text, right }) as const;

/** "oneAndHalf" as people read it. */
const words = (value: string | number): string => {
  if (value === "oneAndHalf") return "One and a half";
  const text = String(value).replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const workOf = (inputs: KeptInput, { labels, zone }: QuoteReader) =>
  Object.entries(inputs).flatMap(([name, value]) => {
    if (name === "deadline") return [row("Deadline", zonedMoment(new Date(value), zone))];
    const label = labels[name];
    return label && name !== "deadlineZone" ? [row(label, name === "subject" ? String(value) : words(value))] : [];
  });

const holdsOf = ({ answer }: Asked, { zone, address }: QuoteReader): string => {
  const end = zonedMoment(new Date(answer.validUntil), zone);
  return answer.expired
    ? `This price was valid until ${end}. If you order now, we calculate it again and ask you before you pay: ${address}`
    : `This price is valid until ${end}. Order it before then: ${address}`;
};

/** A quote as a document: its number, until when it is valid, what was asked, and each line of the price. */
export const quoteDocument = (asked: Asked, reader: QuoteReader): DocumentText => {
  const { answer, inputs, pricedAt } = asked;
  const { seller, zone, serviceName } = reader;
  return {
    title: `Quote ${quoteNumber(answer.id)}`,
    notes: [
      `Made on ${zonedMoment(pricedAt, zone)}`,
      `${answer.expired ? "Was valid" : "Valid"} until ${zonedMoment(new Date(answer.validUntil), zone)}`,
    ],
    blocks: [
      heading("From"),
      paragraph([seller.name, seller.address, seller.email].filter(Boolean).join("\n")),
      heading("The work"),
      row("Service", serviceName),
      ...workOf(inputs, reader),
      ...(answer.wordCount > 0 ? [row("Words", figures(answer.wordCount))] : []),
      heading("The price"),
      ...answer.lines.map(({ label, detail, cents }) =>
        row([label, detail].filter(Boolean).join(". "), formatUsd(cents)),
      ),
      { kind: "total", text: "Total, US dollars", right: formatUsd(answer.totalCents) },
      ...answer.notes.map(paragraph),
      paragraph(holdsOf(asked, reader)),
    ],
    author: seller.name,
  };
};
