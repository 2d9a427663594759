import { oneLine } from "#src/platform/mail/content.ts";
import { defineMail, type MailReader, type WrittenText } from "#src/platform/mail/mail-text.ts";
import { zonedMoment } from "#src/shared/zone.ts";

export type WrittenMail = WrittenText;

/** Who reads the mail; `zone` is the IANA zone in which dates are written. */
export type Reader = { name: string; zone: string };

/** The order as every notice names it. */
export type OrderName = { id: string; number: string; title: string };

export const orderPath = (order: Pick<OrderName, "id">): string => `/dashboard/orders/${order.id}`;

/** A receipt or a credit note as a PDF, for who may see the order. */
export const documentPath = ({ id }: Pick<OrderName, "id">, number: string): string =>
  `/checkout/${id}/documents/${number}.pdf`;

/** "Sun 15 March 2026, 18:00 (Berlin, UTC+1)": a mail is kept, and read again years later. */
export const moment = (at: Date, reader: Reader): string => zonedMoment(at, reader.zone);

export const testNote = (test: boolean): string => (test ? "This is a test order. No money moved." : "");

/** What a mail about a step of an order is written from. */
export type StepData = { reader: Reader; order: OrderName };

/** What every mail to a person can print, with examples. */
export const readerExample = { name: "Linh Tran", "first name": "Linh" };
export const readerValues = ({ name }: Reader): Record<keyof typeof readerExample, string> => {
  const line = oneLine(name, 60);
  return { name: line, "first name": line.split(" ", 1)[0] ?? line };
};

/** What every mail about an order can print, with examples. The title is short enough for a sentence. */
export const orderExample = {
  ...readerExample,
  "order number": "K4WTN82",
  title: "Sleep and memory in first-year students",
};
export const orderValues = ({ reader, order }: StepData): Record<keyof typeof orderExample, string> => ({
  ...readerValues(reader),
  "order number": order.number,
  title: oneLine(order.title, 100),
});

/** An amount and a moment, as examples print them. */
export const someAmount = "$88.20";
export const someMoment = "Tue 8 December 2026, 12:30 (Berlin, UTC+1)";

type StepText = {
  id: string;
  to: MailReader;
  when: string;
  subject: string;
  title: string;
  /** Its paragraphs between the greeting and the button. */
  paragraphs: readonly string[];
  button: string;
  /** It has details, such as dates. */
  details?: [label: string, value: string][];
};

/** Declares a mail about a step of an order, with a button to its page. */
export function stepMail({ title, paragraphs, button, details, ...text }: StepText) {
  const write = defineMail({
    ...text,
    name: title,
    text: [`# ${title}`, "Hello {{name}}.", ...paragraphs, ...(details ? ["{{details}}"] : []), "{{button}}"].join(
      "\n\n",
    ),
    values: orderExample,
    example: { ...(details && { facts: details }), button: { label: button, path: "/" } },
  });
  return (data: StepData, facts: [string, string][] = []): WrittenMail =>
    write(orderValues(data), {
      button: { label: button, path: orderPath(data.order) },
      ...(facts.length > 0 && { facts }),
    });
}
