import type { Line } from "./pdf-lines.ts";

const pageNumber = /^(?:page\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|\/)\s*\d{1,4})?$/i;
const fingerprint = ({ text }: Line): string => text.replace(/\d+/g, "#").replace(/\s+/g, " ").trim();

/** The lines at the upper and lower edge of a page. */
const edgesOf = (lines: readonly Line[]): Line[] => {
  const sorted = [...lines].sort((a, b) => b.top - a.top);
  return [...new Set([...sorted.slice(0, 2), ...sorted.slice(-2)])];
};

/** The lines of all pages without page numbers and what stands at the edge of many pages; `left` counts those. */
export function withoutMargins(pages: readonly (readonly Line[])[]): { lines: Line[]; left: number } {
  const times = new Map<string, number>();
  const edges = pages.map(edgesOf);
  for (const edge of edges)
    for (const print of new Set(edge.map(fingerprint))) times.set(print, (times.get(print) ?? 0) + 1);
  const repeated = Math.max(3, pages.length * 0.4);
  const out = new Set(
    edges.flat().filter((line) => pageNumber.test(line.text.trim()) || (times.get(fingerprint(line)) ?? 0) >= repeated),
  );
  return { lines: pages.flat().filter((line) => !out.has(line)), left: out.size };
}

const middle = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The usual way from one line to the next in each block. */
function pitches(lines: readonly Line[]): ReadonlyMap<number, number> {
  const steps = new Map<number, number[]>();
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (next?.block !== line.block || next.bottom >= line.bottom) continue;
    steps.set(line.block, [...(steps.get(line.block) ?? []), line.bottom - next.bottom]);
  }
  return new Map([...steps].map(([block, all]) => [block, middle(all)]));
}

/** A line is full when the first word of the next one, in letters of usual width, did not fit any more. */
function isFull(line: Line, next: Line): boolean {
  const first = next.text.split(/\s/, 1)[0] ?? "";
  const letter = (next.x1 - next.x0) / Math.max(1, next.text.length);
  return line.x1 + (1.2 * first.length + 2) * letter > line.right;
}

const item = /^(?:[\u2022\u25aa\u25e6\u2023*–—-]|\[?\d{1,3}[\].)]|\d{1,2}(?:\.\d{1,2})+\.?|\(?[a-z]\))\s/;
const sentenceEnd = /[.?!:][”"')\]]*$/;

/** What stands between two lines: nothing but a space inside a paragraph. */
function between(line: Line, next: Line, pitch: number): " " | "\n" | "\n\n" {
  const full = isFull(line, next);
  if (line.block !== next.block)
    return full && !sentenceEnd.test(line.text) && /^[\p{Ll}(]/u.test(next.text) ? " " : "\n";
  if (next.bottom >= line.bottom) return "\n";
  if (line.bottom - next.bottom > 1.35 * pitch) return "\n\n";
  const scale = Math.max(line.size, next.size) / Math.max(0.1, Math.min(line.size, next.size));
  if (!full || line.text.includes("\t") || next.text.includes("\t") || item.test(next.text) || scale > 1.35)
    return "\n";
  const indent = next.x0 - line.x0;
  return sentenceEnd.test(line.text) && indent > 0.8 * next.size && indent < 5 * next.size ? "\n" : " ";
}

/** Where a word was cut at the end of a line, until all words of the text are known: a character of no text. */
const cut = "\ufdd0";
/** First parts of compounds that keep their hyphen. */
const compounds = /^(?:well|self|non|long|short|high|low|all|ex|half|cross|full|part|post|pre|two|three|four)$/i;

function mended(text: string): string {
  const words = new Set(text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu));
  return text.replace(/(\p{L}*)\ufdd0(\p{L}*)/gu, (_, before: string, after: string) => {
    const [whole, parted] = [`${before}${after}`, `${before}-${after}`];
    if (!/\p{Ll}$/u.test(before) || !/^\p{Ll}/u.test(after) || words.has(parted.toLowerCase())) return parted;
    return compounds.test(before) && !words.has(whole.toLowerCase()) ? parted : whole;
  });
}

/** Lines as paragraphs: the lines of one are joined, and words that were cut at the end of a line are whole again. */
export function paragraphsOf(lines: readonly Line[]): string {
  const usual = pitches(lines);
  let text = "";
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const gap = next ? between(line, next, usual.get(line.block) ?? Number.POSITIVE_INFINITY) : "";
    const isCut = /\p{L}[-\u00ad\u2010]$/u.test(line.text) && gap === " ";
    text += isCut ? `${line.text.slice(0, -1)}${cut}` : `${line.text}${gap}`;
  }
  return mended(text).replaceAll("\u00ad", "");
}
