import { type Block, type Inline, type PageText, wordsOf } from "./page-text.ts";

/** Words with the addresses that they lead to. */
const lineOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((one) => (typeof one === "object" && one.kind === "link" ? `${lineOf(one.of)} (${one.to})` : wordsOf([one])))
    .join("");

/** A block as lines of plain text. */
export function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "heading":
    case "text":
      return [lineOf(block.of)];
    case "list":
      return block.items.map((item, at) => {
        const mark = block.ordered ? `${block.start + at}.` : "-";
        return `${mark} ${item.flatMap(linesOf).join(" ")}`;
      });
    case "quote":
      return block.of.flatMap(linesOf);
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(({ of }) => lineOf(of)).join(" | "));
    case "code":
      return [block.text];
    default:
      return [];
  }
}

/** A page as plain text, an empty line between its paragraphs: to compare it, and for who takes it away. */
export const plainText = ({ title, lede, blocks }: PageText): string =>
  [title, ...(lede ? [lineOf(lede)] : []), ...blocks.map((block) => linesOf(block).join("\n"))]
    .filter(Boolean)
    .join("\n\n");
