import { hello, type Letter, type Reader } from "./words.ts";

const longest = 500;
const shown = 5;

const short = (text: string): string => {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("");
};

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
        ...texts.slice(0, shown).map((text) => `“${short(text)}”`),
        ...(left > 0 ? [`And ${left} more.`] : []),
      ],
      button: { label: "Open the chat", path: "/accountSettings?support=open" },
      after: ["You can turn these mails off under Notices in your account settings."],
    },
  };
};
