import { homeText, isPromise, mostSteps, type PageText, samplesIn } from "#src/modules/operator/index.server.ts";

/** Pages that have places for certain parts alone: whether a text has those, and what they are, in words. */
export const pageForms: Readonly<Record<string, { fits: (page: PageText) => boolean; text: string }>> = {
  home: {
    fits: (page) => homeText(page) !== null,
    text: `The home page has a title (#), one paragraph, then three parts (##): up to ${mostSteps} steps (### and one paragraph each), and two lists. Write nothing else.`,
  },
  hiring: {
    fits: ({ lede, blocks }) => blocks.length === 0 && lede !== null && lede.every((one) => typeof one === "string"),
    text: "This page has a title (#) and one paragraph without links or marks. The form of the application follows it.",
  },
  samples: {
    fits: (page) => samplesIn(page) !== null,
    text: "Below each sample (##) stand three things: a paragraph that says what it is, the text (each line begins with >), and a list of notes. In the text, **bold** is what was added, ~~struck~~ what was cut.",
  },
  "fair-use-promise": {
    fits: isPromise,
    text: "The promise is a title and a list. Begin each sentence on a line of its own with “- ”, and write nothing else.",
  },
};
