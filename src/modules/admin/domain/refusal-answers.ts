import type { DishonestAsk } from "#src/shared/honest-use/rules.ts";

const offers: Readonly<Record<DishonestAsk, string>> = {
  sitting: "We do not sit an exam or a class for anybody.",
  live: "We do not help while an exam runs.",
  "log-in": "We never use anybody’s school account.",
  evasion: "We do not hide who wrote a text.",
};

const instead: Readonly<Record<DishonestAsk, string>> = {
  sitting: "What we can do: a practice paper on the same topics with worked solutions, or a study plan until the day.",
  live: "What we can do before the exam: a practice paper on the same topics with worked solutions.",
  "log-in":
    "Send us the task as a file instead. What we can do: a model answer or a practice paper with worked solutions.",
  evasion: "What we can do: a model answer with its sources, or an edit of your own text with every change explained.",
};

/** What a refusal begins with; an admin edits it before it is sent. */
export const refusalAnswer = (ask: DishonestAsk, name: string): string =>
  `Hello ${name}, thank you for asking. ${offers[ask]} ${instead[ask]} Would one of these help?`;
