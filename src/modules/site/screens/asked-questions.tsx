import { blockNodes, linesOf } from "#src/modules/operator/index.screens.ts";
import type { Block } from "#src/modules/operator/index.server.ts";
import { Questions } from "#src/ui/reading.tsx";

/** An answer of the product is words; one that an operator wrote has paragraphs, lists and links. */
export type AskedQuestion = { readonly ask: string; readonly answer: string | readonly Block[] };

export const answerText = (answer: AskedQuestion["answer"]): string =>
  typeof answer === "string" ? answer : answer.flatMap(linesOf).join("\n");

/** Questions that open; the first is open from the start. */
export const AskedQuestions = ({ questions }: { questions: readonly AskedQuestion[] }) => (
  <Questions
    items={questions.map(({ ask, answer }) => ({
      question: ask,
      answer: typeof answer === "string" ? answer : blockNodes(answer, {}),
    }))}
  />
);
