/** A text of a page as it is shown: read from Markdown on the server, so that no browser loads a parser. */
export type Inline =
  | string
  | { kind: "strong" | "em" | "s"; of: readonly Inline[] }
  | { kind: "link"; to: string; of: readonly Inline[] }
  | { kind: "code"; text: string }
  | { kind: "break" }
  /** In a preview alone: a value that stands in settings, and a placeholder that none has. */
  | { kind: "value" | "unknown"; text: string };

/** Pages that show some of the shop's questions, too. */
export const faqPages = ["home", "guarantees", "services"] as const;
export type FaqPage = (typeof faqPages)[number];

export type Block =
  /** `on`: the other pages that show this question. */
  | { kind: "heading"; level: 1 | 2 | 3 | 4; id: string; of: readonly Inline[]; on?: readonly FaqPage[] }
  | { kind: "text"; of: readonly Inline[] }
  | { kind: "list"; ordered: boolean; start: number; items: readonly (readonly Block[])[] }
  | { kind: "quote"; of: readonly Block[] }
  /** With a caption it is a table of the product's own: the second column is what counts, and each row a card on phones. */
  | { kind: "table"; head: readonly Cell[]; rows: readonly (readonly Cell[])[]; caption?: string }
  | { kind: "code"; text: string }
  | { kind: "rule" }
  /** What the page itself puts here, by its name, and what that is in a preview; "": nothing now. */
  | { kind: "part"; name: string; says?: string };

type Cell = { right: boolean; of: readonly Inline[] };

/** `lede`: the paragraph between the title and the first heading. */
export type PageText = { title: string; lede: readonly Inline[] | null; blocks: readonly Block[] };

/** Something of a text to look at. `stops`: it is not published so. */
export type TextProblem = { line: number; stops: boolean; message: string };

/** What a placeholder prints: words, words with an address, or a block with the words for it; null: nothing now. */
export type PlaceholderValue = { text: string; to?: string } | { block: Block; says: string } | null;
export type Placeholders = Readonly<Record<string, PlaceholderValue>>;

/** How much of Markdown one page may have, in characters. */
export const mostCharacters = 50_000;

export type Heading = Extract<Block, { kind: "heading" }>;
export type BlockGroup = { heading: Heading | null; blocks: readonly Block[] };

/** The blocks before the first heading of a level, and those below each. */
export function groupsOf(blocks: readonly Block[], level: number): BlockGroup[] {
  const groups: { heading: Heading | null; blocks: Block[] }[] = [{ heading: null, blocks: [] }];
  for (const block of blocks)
    if (block.kind === "heading" && block.level === level) groups.push({ heading: block, blocks: [] });
    else groups.at(-1)?.blocks.push(block);
  return groups.filter((one) => one.heading !== null || one.blocks.length > 0);
}

/** The words of a text without their marks. */
export const wordsOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((one) => {
      if (typeof one === "string") return one;
      if (one.kind === "break") return " ";
      return "of" in one ? wordsOf(one.of) : one.text;
    })
    .join("");
