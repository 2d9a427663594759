import { mailParts } from "./mail-text.ts";

type Asked = { id: string; name: string; email: string; order: string | null; text: string };

/** The one answer to a question from the contact page; the question stands below it. */
export const enquiryMail = ({ id, name, email, order, text }: Asked, answer: string) => ({
  kind: "chat.enquiry-answer",
  to: email,
  subject: order ? "Our answer about your order" : "Our answer to your question",
  onceKey: `enquiry:${id}`,
  content: {
    title: `Hello ${name},`,
    paragraphs: mailParts(answer),
    ...(order && { facts: [["Order", order]] as [string, string][] }),
    after: ["You asked:", ...mailParts(text)],
  },
});
