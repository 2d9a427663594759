import { oneLine } from "#src/platform/mail/check-mail.ts";
import type { MailContent } from "#src/platform/mail/content.ts";
import { zonedMoment } from "#src/shared/zone.ts";

export type WrittenMail = { subject: string; content: MailContent };

/** Who reads the mail; `zone` is the IANA zone in which dates are written. */
export type Reader = { name: string; zone: string };

/** The order as every notice names it. */
export type OrderName = { id: string; number: string; title: string };

export const hello = (reader: Reader): string => `Hello ${oneLine(reader.name, 60)}.`;

/** The title in quotation marks, short enough for a sentence. */
export const titled = (order: OrderName): string => `“${oneLine(order.title, 100)}”`;

export const orderPath = (order: Pick<OrderName, "id">): string => `/dashboard/orders/${order.id}`;

/** A receipt or a credit note as a PDF, for who may see the order. */
export const documentPath = ({ id }: Pick<OrderName, "id">, number: string): string =>
  `/checkout/${id}/documents/${number}.pdf`;

/** "Sun 15 March 2026, 18:00 (Berlin, UTC+1)": a mail is kept, and read again years later. */
export const moment = (at: Date, reader: Reader): string => zonedMoment(at, reader.zone);

export const testNote = "This is a test order. No money moved.";

/** What a mail about a step of an order is written from. */
export type StepData = { reader: Reader; order: OrderName };

type MailTexts = { subject: string; title: string; said: readonly string[]; button: string };

export const mailOf = (
  { reader, order }: StepData,
  { subject, title, said: message, button }: MailTexts,
): WrittenMail => ({
  subject,
  content: { title, paragraphs: [hello(reader), ...message], button: { label: button, path: orderPath(order) } },
});
