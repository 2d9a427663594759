import { type Block, type FaqPage, groupsOf, type Inline, type PageText } from "./page-text.ts";

/** A question of the shop, its answer, and the pages that show it beside the page of questions. */
export type FaqQuestion = {
  readonly ask: readonly Inline[];
  readonly answer: readonly Block[];
  readonly on: readonly FaqPage[];
};

/** The questions of a page in their order: titles of the second level are groups, those of the third level questions. */
export const questionsIn = ({ blocks }: Pick<PageText, "blocks">): readonly FaqQuestion[] =>
  groupsOf(blocks, 2).flatMap((group) =>
    groupsOf(group.blocks, 3).flatMap(({ heading, blocks: answer }) =>
      heading ? [{ ask: heading.of, answer, on: heading.on ?? [] }] : [],
    ),
  );

/** How many of the questions that are marked for a page it shows. */
export const mostQuestions: Readonly<Record<FaqPage, number>> = { home: 5, guarantees: 8, services: 8 };
