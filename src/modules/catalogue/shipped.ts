import { coursework, quizzesTests } from "./coursework-and-tests.ts";
import { paper, papers, whenNeeded } from "./papers.ts";
import type { PublicService } from "./service.ts";
import { technical } from "./technical.ts";

const family = "non-technical-writing";

/** Editing and proofreading of the client's own text, priced like papers with a factor of their own. */
const ownText: readonly PublicService[] = [
  {
    slug: "editing",
    family,
    name: "Editing",
    item: "edit",
    summary: "We rework your own text: order, argument and style. It stays your text, and you see each change.",
    lede: "We rework your own text: the order of ideas, the argument, the style. It stays your text, and you see what was changed and why.",
    send: [
      "Your text, in the brief or as a link",
      "What your reader or teacher said about it",
      "What must stay as it is",
      whenNeeded,
    ],
    gets: [
      "The edited text",
      "A short list of the larger changes, with reasons",
      "Questions where only you can decide",
      "A second check, if a change does not say what you meant",
    ],
    questions: [
      {
        ask: "What is the difference between editing and proofreading?",
        answer:
          "Editing changes sentences and paragraphs so that the argument is clear. Proofreading only corrects mistakes and leaves your sentences as they are.",
      },
    ],
    sample: "edit",
    preset: paper("History", 6, 0, 72, "editing"),
  },
  {
    slug: "proofreading",
    family,
    name: "Proofreading",
    item: "proofreading",
    summary: "Spelling, grammar, punctuation and references of your own text, corrected and listed.",
    lede: "Spelling, grammar, punctuation and the form of references. Your sentences stay yours. We only correct the mistakes.",
    send: [
      "Your text, in the brief or as a link",
      "British or American English",
      "The citation style, if references are to be checked",
      whenNeeded,
    ],
    gets: [
      "The corrected text",
      "A list of mistakes that you made more than once, so that you can avoid them",
      "A mark at each sentence that we did not understand",
      "A second check, if a correction is wrong",
    ],
    questions: [
      {
        ask: "Do most schools allow proofreading?",
        answer: "Many do, and some ask you to say that you used it. Read the rules of your school before you order.",
      },
    ],
    preset: paper("Psychology", 10, 0, 48, "proofreading"),
  },
];

/** Every service that the product brings, in the order in which lists show them. Each has another name in its address. */
export const catalogue: readonly PublicService[] = [
  ...papers,
  ...ownText,
  ...technical,
  ...coursework,
  ...quizzesTests,
];
