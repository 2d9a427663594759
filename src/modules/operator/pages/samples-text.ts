import { type Block, groupsOf, type Inline, type PageText, wordsOf } from "./page-text.ts";

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
