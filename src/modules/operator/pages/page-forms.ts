import {
  type Block,
  type BlockGroup,
  type FaqPage,
  groupsOf,
  type Inline,
  type PageText,
  wordsOf,
} from "./page-text.ts";

type Titled<T> = { readonly title: string; readonly of: readonly T[] };
type HomeStep = { readonly title: string; readonly of: readonly Inline[] };

/** The words of the home page: its headline and the sentence beside it, how an order goes, and both sides of the bargain. */
export type HomeText = {
  readonly title: string;
  readonly lede: readonly Inline[];
  readonly steps: Titled<HomeStep>;
  readonly promises: Titled<readonly Inline[]>;
  readonly asks: Titled<readonly Inline[]>;
};

/** A picture is drawn for each of so many steps. */
export const mostSteps = 4;

/** The home page from its text; null: it has other parts than the page has places for. */
export function homeText({ title, lede, blocks }: PageText): HomeText | null {
  const [steps, promises, asks, ...more] = groupsOf(blocks, 2);
  const untitled = [steps, promises, asks].some((group) => !wordsOf(group?.heading?.of ?? []).trim());
  const order = steps?.heading && stepsIn(groupsOf(steps.blocks, 3));
  const [promised, asked] = [promises, asks].map((group) => group?.heading && pointsIn(group.blocks));
  if (untitled || !lede || !order || !promised || !asked || more.length > 0) return null;
  const titled = <T>(group: BlockGroup | undefined, of: readonly T[]) => ({
    title: wordsOf(group?.heading?.of ?? []),
    of,
  });
  return { title, lede, steps: titled(steps, order), promises: titled(promises, promised), asks: titled(asks, asked) };
}

function stepsIn(groups: ReturnType<typeof groupsOf>): readonly HomeStep[] | null {
  const steps = groups.flatMap(({ heading, blocks: [only, ...more] }) =>
    heading && wordsOf(heading.of).trim() && only?.kind === "text" && more.length === 0
      ? [{ title: wordsOf(heading.of), of: only.of }]
      : [],
  );
  return steps.length === groups.length && steps.length > 0 && steps.length <= mostSteps ? steps : null;
}

function pointsIn([only, ...more]: PageText["blocks"]): readonly (readonly Inline[])[] | null {
  if (only?.kind !== "list" || more.length > 0) return null;
  const points = only.items.flatMap(([words, ...rest]) =>
    words?.kind === "text" && rest.length === 0 ? [words.of] : [],
  );
  return points.length === only.items.length ? points : null;
}

/** A model text with the writer's notes beside it; `name` is its address on the page. */
export type SampleText = {
  readonly name: string;
  readonly title: string;
  /** What it is, and where it comes from. */
  readonly kind: readonly Inline[];
  readonly text: readonly Block[];
  readonly notes: readonly (readonly Inline[])[];
};

function sampleOf({ heading, blocks }: ReturnType<typeof groupsOf>[number]): SampleText | null {
  const [kind, quote, list, ...more] = blocks;
  if (
    !heading ||
    !wordsOf(heading.of).trim() ||
    kind?.kind !== "text" ||
    quote?.kind !== "quote" ||
    list?.kind !== "list" ||
    more.length > 0
  )
    return null;
  if (quote.of.some((block) => block.kind !== "text" && block.kind !== "code")) return null;
  const notes = list.items.flatMap(([only, ...rest]) => (only?.kind === "text" && rest.length === 0 ? [only.of] : []));
  if (notes.length !== list.items.length) return null;
  return { name: heading.id, title: wordsOf(heading.of), kind: kind.of, text: quote.of, notes };
}

/** The samples of a page: below each title of the second level a paragraph, a quote and a list. Null: something else is there. */
export function samplesIn({ blocks }: PageText): readonly SampleText[] | null {
  const samples = groupsOf(blocks, 2).map(sampleOf);
  const whole = samples.filter((one) => one !== null);
  return whole.length === samples.length ? whole : null;
}

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
