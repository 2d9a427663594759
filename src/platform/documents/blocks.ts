/** A text in the order of reading, for a page, a PDF or a Word file. */
type Block = { kind: "heading" | "paragraph"; text: string };

/** A whole document: what stands at its top, and what it says. */
export type DocumentText = {
  title: string;
  /** Small lines below the title: "Order 7KQ2M4X, version 2". */
  notes: readonly string[];
  blocks: readonly Block[];
  /** In the file's own details, instead of a person's name. */
  author: string;
};
