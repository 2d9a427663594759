import { hello, type OrderName, orderPath, type Reader, type WrittenMail } from "./written-mail.ts";

export type StepData = { reader: Reader; order: OrderName };

type MailTexts = { subject: string; title: string; said: readonly string[]; button: string };

export const mailOf = (
  { reader, order }: StepData,
  { subject, title, said: message, button }: MailTexts,
): WrittenMail => ({
  subject,
  content: { title, paragraphs: [hello(reader), ...message], button: { label: button, path: orderPath(order) } },
});
