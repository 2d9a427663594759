import { type BlockGroup, groupsOf, type Inline, type PageText, wordsOf } from "./page-text.ts";

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
