/**
 * A text in the order of reading, for a page, a PDF or a Word file. A row has an amount at its right end; a total is a
 * row in stronger letters.
 */
type Block = { kind: "heading" | "paragraph"; text: string } | { kind: "row" | "total"; text: string; right: string };

/** A whole document: what stands at its top, and what it says. */
export type DocumentText = {
  title: string;
  /** Small lines below the title: "Order 7KQ2M4X, version 2". */
  notes: readonly string[];
  blocks: readonly Block[];
  /** In the file's own details, instead of a person's name. */
  author: string;
};
