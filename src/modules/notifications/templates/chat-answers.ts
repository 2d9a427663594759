import { oneLine } from "#src/platform/mail/check-mail.ts";
import { hello, type Letter, type Reader } from "./letter.ts";

const longest = 500;
const shown = 5;

/** For a person who was away: what support answered in the chat. */
export const chatAnswersLetter = ({ reader, texts }: { reader: Reader; texts: readonly string[] }): Letter => {
  const left = texts.length - shown;
  return {
    subject: texts.length === 1 ? "Support answered you" : `Support wrote ${texts.length} messages to you`,
    content: {
      title: "Support answered you",
      paragraphs: [
        hello(reader),
        "You were away when we answered in the chat:",
        ...texts.slice(0, shown).map((text) => `“${oneLine(text, longest)}”`),
        ...(left > 0 ? [`And ${left} more.`] : []),
      ],
      button: { label: "Open the chat", path: "/accountSettings?chat=open" },
      after: ["You can turn these mails off under Notices in your account settings."],
    },
  };
};
