import { hello, type Letter, type OrderName, orderPath, type Reader } from "./letter.ts";

export type StepData = { reader: Reader; order: OrderName };

type MailTexts = { subject: string; title: string; said: readonly string[]; button: string };

export const letterOf = ({ reader, order }: StepData, { subject, title, said, button }: MailTexts): Letter => ({
  subject,
  content: { title, paragraphs: [hello(reader), ...said], button: { label: button, path: orderPath(order) } },
});
