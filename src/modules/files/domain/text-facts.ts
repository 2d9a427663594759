import { counted, figures } from "#src/shared/counted.ts";

/** Characters without white space of a text in a script without spaces; null for other texts. */
const charactersIn = (text: string): number | null => (unspaced.test(text) ? (text.match(/\S/gu)?.length ?? 0) : null);

/** What a reader leaves out of a file: words, except for pictures (with charts and objects) and lines of pages. */
export type LeftOut = {
  readonly [Kind in "hidden" | "deleted" | "remarks" | "margins" | "pageLines" | "pictures"]: number;
};
export const nothingLeft: LeftOut = { hidden: 0, deleted: 0, remarks: 0, margins: 0, pageLines: 0, pictures: 0 };

/** What was read of a file and what was not. `words` holds those in tables and notes; `cut`: the text continues unread. */
export type TextFacts = {
  readonly words: number;
  readonly characters: number | null;
  readonly inTables: number;
  readonly inNotes: number;
  readonly left: LeftOut;
  readonly cut: boolean;
};

/** The facts of a text that was read: `notes` stand apart from it, `tables` are a part of it. */
export const textFacts = (
  text: string,
  more: { notes?: string; tables?: string; left?: Partial<LeftOut>; cut?: boolean } = {},
): TextFacts => {
  const { notes = "", tables = "", left, cut = false } = more;
  const inNotes = digestOf(notes);
  const words = digestOf(text) + inNotes;
  return {
    words,
    characters: charactersIn(text + notes),
    inTables: digestOf(tables),
    inNotes,
    left: { ...nothingLeft, ...left },
    cut,
  };
};

const plus = (a: LeftOut, b: LeftOut): LeftOut => ({
  hidden: a.hidden + b.hidden,
  deleted: a.deleted + b.deleted,
  remarks: a.remarks + b.remarks,
  margins: a.margins + b.margins,
  pageLines: a.pageLines + b.pageLines,
  pictures: a.pictures + b.pictures,
});

/** The facts of several texts together. */
export const summedFacts = (all: readonly TextFacts[]): TextFacts =>
  all.reduce(
    (sum, one) => ({
      words: sum.words + one.words,
      characters: one.characters === null ? sum.characters : (sum.characters ?? 0) + one.characters,
      inTables: sum.inTables + one.inTables,
      inNotes: sum.inNotes + one.inNotes,
      left: plus(sum.left, one.left),
      cut: sum.cut || one.cut,
    }),
    textFacts(""),
  );

/** "2,490 words, 120 of them in tables and notes" */
export function wordCountText({ words, characters, inTables, inNotes }: TextFacts): string {
  const where = [inTables > 0 && "tables", inNotes > 0 && "notes"].filter(Boolean).join(" and ");
  const inside = inTables + inNotes;
  const part = inside >= words ? "all of them" : `${figures(inside)} of them`;
  const length = characters === null ? "" : ` (${counted(characters, "character")})`;
  return `${counted(words, "word")}${length}${where ? `, ${part} in ${where}` : ""}`;
}

const leftNouns: readonly (readonly [keyof LeftOut, one: string, many: string])[] = [
  ["hidden", "hidden word", "hidden words"],
  ["deleted", "deleted word", "deleted words"],
  ["remarks", "word in comments", "words in comments"],
  ["margins", "word in page headers and footers", "words in page headers and footers"],
  ["pageLines", "line of page headers and numbers", "lines of page headers and numbers"],
  ["pictures", "picture or chart", "pictures or charts"],
];

/** What was left out, each with how much: "206 hidden words". */
export const leftOutOf = ({ left, cut }: Pick<TextFacts, "left" | "cut">): string[] => [
  ...leftNouns.flatMap(([kind, one, many]) => (left[kind] > 0 ? [counted(left[kind], one, many)] : [])),
  ...(cut ? ["the rest of a very long text"] : []),
];

/** Whether a text that a form sends back can have come from `leftOutOf`. */
export const isLeftOut = (text: string): boolean =>
  leftNouns.some(([, one, many]) => new RegExp(`^[\\d,]{1,11} (?:${one}|${many})$`).test(text));

/** The same for `wordsSaid`. */
export const isWordCountText = (text: string): boolean =>
  /^[\d,]{1,11} words?(?: \([\d,]{1,11} characters?\))?(?:, (?:all|[\d,]{1,11}) of them in (?:tables|notes|tables and notes))?$/.test(
    text,
  );

/** "412 words, 206 of them in notes. Left out: 3 pictures or charts." */
export const describeFacts = (facts: TextFacts): string => {
  const left = leftOutOf(facts);
  return `${wordCountText(facts)}.${left.length > 0 ? ` Left out: ${left.join(", ")}.` : ""}`;
};

/** Scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word of the other scripts, as Unicode segments it (UAX 29): a hyphen and a slash end it, an apostrophe does not. */
const spaced =
  /[\p{L}\p{Nd}\p{Nl}][\p{L}\p{M}\p{Nd}\p{Nl}\p{Cf}_]*(?:(?:(?<=[\p{L}\p{M}])['’.·](?=\p{L})|(?<=\p{Nd})[.,;'’](?=\p{Nd}))[\p{L}\p{M}\p{Nd}\p{Nl}\p{Cf}_]+)*/gu;

let segmenter: Intl.Segmenter | undefined;
function segmented(text: string): number {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++;
  return words;
}

/** Words by Unicode segmentation (UAX 29). Only stretches of scripts without spaces need the slow segmenter. */
export function digestOf(text: string): number {
  if (!unspaced.test(text)) return text.match(spaced)?.length ?? 0;
  let words = 0;
  for (const [stretch] of text.matchAll(/\S+/gu))
    words += unspaced.test(stretch) ? segmented(stretch) : (stretch.match(spaced)?.length ?? 0);
  return words;
}
