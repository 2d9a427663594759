import { figures } from "#src/shared/counted.ts";
import {
  type Block,
  mostCharacters,
  type PageText,
  type Placeholders,
  type TextProblem,
  wordsOf,
} from "./page-text.ts";
import { readMarkdown } from "./read-markdown.ts";

type Read = PageText & { problems: readonly TextProblem[] };

/** Each heading of the second level begins a part; those that have nothing to show now are left out. */
function shownParts(blocks: readonly Block[]): Block[] {
  const parts: Block[][] = [[]];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 2) parts.push([]);
    parts.at(-1)?.push(block);
  }
  const shows = (part: readonly Block[]) => !part.some((block) => block.kind === "part" && block.name === "");
  return parts.filter(shows).flat();
}

const lower = (block: Block): Block => (block.kind === "heading" && block.level === 1 ? { ...block, level: 2 } : block);

/** The first line of a second title, for who looks for it. */
const secondTitle = (source: string): number => {
  const lines = source.split("\n");
  const first = lines.findIndex((line) => /^# /.test(line));
  return lines.findIndex((line, at) => at > first && /^# /.test(line)) + 1;
};

const tooLong = (length: number): TextProblem => ({
  line: 1,
  stops: true,
  message: `The text has ${figures(length)} characters. A page may have ${figures(mostCharacters)}. Make it shorter, or two pages of it.`,
});

/**
 * A page from its Markdown: title, the sentence below it, and its parts. `preview` marks values and unknown placeholders;
 * else a text reads as its visitors read it. `name` is the title of a text without one.
 */
export function readPage(source: string, name: string, placeholders: Placeholders, preview = false): Read {
  if (source.length > mostCharacters)
    return { title: name, lede: null, blocks: [], problems: [tooLong(source.length)] };
  const { blocks, problems } = readMarkdown(source, placeholders, preview);
  const titles = blocks.filter((block) => block.kind === "heading" && block.level === 1);
  const [first] = titles;
  const rest = blocks.filter((block) => block !== first).map(lower);
  const [opening] = rest;
  const lede = first && blocks[0] === first && opening?.kind === "text" ? opening.of : null;
  const titleProblems: TextProblem[] = [
    ...(first ? [] : [{ line: 1, stops: false, message: `The page has no title. Begin with “# ${name}”.` }]),
    ...(titles.length > 1
      ? [{ line: secondTitle(source), stops: false, message: "A page has one title. Begin this line with ##." }]
      : []),
  ];
  return {
    title: (first?.kind === "heading" && wordsOf(first.of).trim()) || name,
    lede,
    blocks: shownParts(lede ? rest.slice(1) : rest),
    problems: [...problems, ...titleProblems].sort((one, other) => one.line - other.line),
  };
}
