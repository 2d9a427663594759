import { shortestEdits } from "#src/shared/shortest-edits.ts";

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

/** A piece of a paragraph: in both versions, only in the one before, or only in the one of now. */
type ChangedPiece = { mark: "same" | "cut" | "added"; text: string };
/** A paragraph or heading with what changed in it. Those that are gone have no place of their own on the page. */
export type ChangedPart = Pick<ReadingPart, "kind"> & { id: string; pieces: readonly ChangedPiece[] };

/** More changes than this are no changes any more: the middle is shown as cut and written anew. */
const most = { paragraphs: 1_500, words: 600 };
/** A paragraph of which less than this part stayed is a new one. */
const leastKept = 0.3;

const tokens = (text: string): readonly string[] => text.match(/\S+|\s+/g) ?? [];

/** Neighbours of one kind as one piece; blanks between two changes belong to both. */
function joined(pieces: readonly ChangedPiece[]): readonly ChangedPiece[] {
  const all: ChangedPiece[] = [];
  let [cut, added] = ["", ""];
  const flush = (): void => {
    if (cut !== "") all.push({ mark: "cut", text: cut });
    if (added !== "") all.push({ mark: "added", text: added });
    [cut, added] = ["", ""];
  };
  pieces.forEach(({ mark, text }, index) => {
    const next = pieces[index + 1];
    const between = mark === "same" && text.trim() === "" && (cut || added) && next && next.mark !== "same";
    if (mark === "cut" || between) cut += text;
    if (mark === "added" || between) added += text;
    if (mark !== "same" || between) return;
    flush();
    const last = all.at(-1);
    if (last?.mark === "same") all[all.length - 1] = { mark, text: last.text + text };
    else all.push({ mark, text });
  });
  flush();
  return all.filter(({ text }) => text !== "");
}

/** What changed between two paragraphs, word by word; null: so much that they are two. */
function changesInside(before: string, now: string): readonly ChangedPiece[] | null {
  const [old, fresh] = [tokens(before), tokens(now)];
  const edits = shortestEdits(old, fresh, most.words);
  if (!edits) return null;
  const pieces = edits.map(({ mark, at }) => ({ mark, text: (mark === "cut" ? old[at] : fresh[at]) ?? "" }));
  const kept = pieces.reduce((sum, { mark, text }) => sum + (mark === "same" ? text.trim().length : 0), 0);
  if (kept < leastKept * Math.max(before.length, now.length)) return null;
  return joined(pieces);
}

const whole = (mark: "cut" | "added", { kind, text, id }: ReadingPart): ChangedPart => ({
  kind,
  id: mark === "cut" ? `cut-${id}` : id,
  pieces: [{ mark, text }],
});

/** A run of paragraphs that went and of those that came: the first of one is the first of the other, while they are alike. */
function* changedRun(gone: readonly ReadingPart[], came: readonly ReadingPart[]): Generator<ChangedPart> {
  for (let at = 0; at < Math.max(gone.length, came.length); at += 1) {
    const [old, fresh] = [gone[at], came[at]];
    const pieces = old && fresh && old.kind === fresh.kind ? changesInside(old.text, fresh.text) : null;
    if (pieces && fresh) {
      yield { kind: fresh.kind, id: fresh.id, pieces };
      continue;
    }
    if (old) yield whole("cut", old);
    if (fresh) yield whole("added", fresh);
  }
}

/**
 * A delivered text with what changed since the one before, paragraph by paragraph, so that the caller can pause between
 * two of them. Its pieces without the cut ones are the text of now, those without the added ones the text of before.
 */
export function* textChanges(before: string, now: string): Generator<ChangedPart> {
  const [old, fresh] = [readingParts(before), readingParts(now)];
  const key = ({ kind, text }: ReadingPart): string => `${kind} ${text}`;
  const edits = shortestEdits(old.map(key), fresh.map(key), most.paragraphs);
  if (!edits) return yield* changedRun(old, fresh);
  let gone: ReadingPart[] = [];
  let came: ReadingPart[] = [];
  for (const { mark, at } of edits) {
    const part = mark === "cut" ? old[at] : fresh[at];
    if (!part) continue;
    if (mark === "cut") gone.push(part);
    if (mark === "added") came.push(part);
    if (mark !== "same") continue;
    yield* changedRun(gone, came);
    [gone, came] = [[], []];
    yield { kind: part.kind, id: part.id, pieces: [{ mark, text: part.text }] };
  }
  yield* changedRun(gone, came);
}
