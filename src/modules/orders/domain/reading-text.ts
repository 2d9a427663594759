/** A piece of a delivered text in the order of reading; `id` names its place on the page. */
export type ReadingPart = { kind: "heading" | "paragraph"; text: string; id: string };

const longestHeading = 90;

/** "# Title" of a text that was written with marks. */
const marked = /^#{1,6}\s+(.+?)\s*#*$/;

/** A line of its own that is no sentence: it begins like a title, ends without a stop, and something follows it. */
const isTitle = (line: string, followed: boolean): boolean =>
  followed && line.length <= longestHeading && /^[\p{Lu}\p{Lo}\p{N}]/u.test(line) && !/[.,;:!?…)\]”"']$/u.test(line);

/**
 * A plain text as headings and paragraphs, which blank lines part. Writers deliver plain text, so that headings are found
 * by how they stand; a wrong guess changes the looks of a line and never its words.
 */
export function readingParts(text: string): readonly ReadingPart[] {
  const pieces = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n+/)
    .map((piece) => piece.replace(/^\n+|\s+$/g, ""))
    .filter((piece) => piece.trim() !== "");
  return pieces.map((piece, at): ReadingPart => {
    const id = `part-${at + 1}`;
    const [, title] = piece.includes("\n") ? [] : (marked.exec(piece.trim()) ?? []);
    if (title) return { kind: "heading", text: title, id };
    const single = piece.trim();
    if (!piece.includes("\n") && isTitle(single, at + 1 < pieces.length)) return { kind: "heading", text: single, id };
    return { kind: "paragraph", text: piece, id };
  });
}

/** Letters of the scripts that the typeface of PDFs has, and what all scripts share. */
const inTypeface = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Whether a PDF can hold the text; where not, the Word file has it. */
export const fitsPdf = (text: string): boolean => inTypeface.test(text) && !/\p{Emoji_Presentation}/u.test(text);
