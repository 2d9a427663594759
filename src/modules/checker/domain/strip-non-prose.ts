/** A stretch of the original, in code units: from, and before which. */
type Range = readonly [from: number, to: number];

/** What is not read, and how many lines of each kind; `shape` says when what is left is no prose. */
export type Stripped = {
  left: Range[];
  lines: { code: number; table: number; references: number };
  shape: "prose" | "verse" | "list" | "remains";
};

type Kind = "prose" | "code" | "table" | "references" | "item" | "blank";
type Line = { from: number; to: number; text: string; kind: Kind; marker: number };

const fence = /^\s*(```|~~~)/;
const heading =
  /^\s*(?:#{1,6}\s*)?(?:\d+\.?\s*)?(?:references|bibliography|works cited|reference list|literature cited)\s*:?\s*$/i;
const item = /^\s*(?:[-*•+]|\d{1,2}[.)]|[a-z]\))\s+/;
const headMarks = /^\s*(?:#{1,6}|>)\s+/;
/** Beginnings that only code has. */
const codeStart =
  /^\s*(?:import\s.+from\s*['"]|from\s[\w.]+\simport\s|#include|def\s\w+\(|class\s\w+[:({]|const\s\w+\s*=|let\s\w+\s*=|var\s\w+\s*=|function\s\w*\(|if\s?\(.*\)\s*\{|\}|<\/?\w+[^>]*>\s*$)/;
/** Words that begin a line of code, and of prose as well. */
const codeWord = /^\s*(?:import|public|private|protected|static|class|return|for|while|if|else|SELECT|package|using)\b/;
const symbols = /[{}()[\];=<>|\\^~$&]/g;

function isCode(text: string): boolean {
  const bare = text.trim();
  if (bare.length < 4) return bare === "}" || bare === "};";
  if (codeStart.test(text)) return true;
  if (codeWord.test(text) && /[;{]$/.test(bare) && /[=().]/.test(bare)) return true;
  return bare.length < 400 && (bare.match(symbols)?.length ?? 0) / bare.length > 0.14;
}

/** A line that begins like code is code where a neighbour is: "public opinion", "for (as we saw) ..." are prose. */
function judgeByNeighbours(lines: readonly Line[]): void {
  const filled = lines.filter(({ kind }) => kind !== "blank");
  const spread = (order: readonly Line[]): void => {
    for (const [at, line] of order.entries())
      if (line.kind === "prose" && order[at - 1]?.kind === "code" && codeWord.test(line.text)) line.kind = "code";
  };
  spread(filled);
  spread(filled.toReversed());
}

function isTable(text: string): boolean {
  if (/^\s*\|.*\|/.test(text) || (text.match(/\t/g)?.length ?? 0) >= 3) return true;
  const cells = text.trim().split(/\s+/);
  const numbers = cells.filter((cell) => /^[-+(]?[\d.,]+[%)]?$/.test(cell)).length;
  return cells.length >= 4 && numbers / cells.length > 0.6;
}

function linesOf(original: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < original.length; ) {
    const found = original.indexOf("\n", from);
    const to = found < 0 ? original.length : found + 1;
    lines.push({ from, to, text: original.slice(from, Math.min(to, from + 2000)), kind: "prose", marker: 0 });
    from = to;
  }
  return lines;
}

function judge(lines: Line[]): void {
  let inFence = false;
  let inReferences = false;
  for (const [at, line] of lines.entries()) {
    const isFence = fence.test(line.text);
    if (isFence) inFence = !inFence;
    if (at * 2 >= lines.length && heading.test(line.text)) inReferences = true;
    if (line.text.trim() === "") line.kind = "blank";
    else if (isFence || inFence) line.kind = "code";
    else if (inReferences) line.kind = "references";
    else if (lines.length > 1 && isTable(line.text)) line.kind = "table";
    else if (lines.length > 1 && isCode(line.text)) line.kind = "code";
    else if (item.test(line.text)) line.kind = "item";
    line.marker = (item.exec(line.text) ?? headMarks.exec(line.text))?.[0].length ?? 0;
  }
}

/** Words of prose for which a sentence ends at least once. */
const longestSentence = 60;

/**
 * Whether short lines are prose that was broken at a width, as in a column: no line has room for the first word of the
 * next one, lines begin in small letters, and sentences end. Every twentieth line may differ, as at headings.
 */
function isWrapped(read: readonly Line[]): boolean {
  const texts = read.map(({ text }) => text.trim());
  const width = Math.max(...texts.map(({ length }) => length));
  const broken = texts.slice(1).filter((text, at) => {
    const before = texts[at] ?? "";
    const isEnd = /[.!?]["')\]]?$/.test(before);
    return isEnd || before.length + 1 + (text.split(/\s/, 1)[0] ?? "").length > width;
  });
  const small = texts.filter((text) => /^\p{Ll}/u.test(text));
  const joined = texts.join(" ");
  const stops = joined.match(/[.!?](?=\s|$)/g)?.length ?? 0;
  return (
    broken.length * 20 >= (texts.length - 1) * 19 &&
    small.length * 2 > texts.length &&
    stops * longestSentence >= joined.split(/\s+/).length
  );
}

function shapeOf(lines: readonly Line[], original: string): Stripped["shape"] {
  const of = (kind: Kind): Line[] => lines.filter((one) => one.kind === kind);
  const read = [...of("prose"), ...of("item")];
  const size = (some: readonly Line[]): number => some.reduce((sum, { from, to }) => sum + to - from, 0);
  if (size([...of("code"), ...of("table")]) * 2 > original.trim().length) return "remains";
  if (of("item").length >= 5 && size(of("item")) * 10 > size(read) * 6) return "list";
  const short = read.filter(({ text }) => text.trim().split(/\s+/).length <= 9);
  const open = read.filter(({ text }) => !/[.!?:;"')\]]\s*$/.test(text.trimEnd()));
  if (read.length >= 8 && short.length * 10 > read.length * 7 && open.length * 2 > read.length)
    return isWrapped(read) ? "prose" : "verse";
  return "prose";
}

const emphasis = /\*\*|__|`/g;

/** Finds what is no running prose: code, tables, the list of references, and marks of Markdown. `whole`: these marks alone. */
export function stripNonProse(original: string, whole = false): Stripped {
  const lines = linesOf(original);
  judge(lines);
  judgeByNeighbours(lines);
  if (whole) for (const line of lines) if (line.kind !== "blank" && line.kind !== "item") line.kind = "prose";
  const left: Range[] = [];
  const counts = { code: 0, table: 0, references: 0 };
  for (const { from, to, text, kind, marker } of lines) {
    if (kind === "code" || kind === "table" || kind === "references") {
      counts[kind]++;
      left.push([from, to]);
      continue;
    }
    if (marker > 0) left.push([from, from + marker]);
    for (const { index } of text.slice(marker).matchAll(emphasis)) {
      const at = from + marker + index;
      left.push([at, at + (text.charAt(marker + index) === "`" ? 1 : 2)]);
    }
  }
  return { left, lines: counts, shape: shapeOf(lines, original) };
}
