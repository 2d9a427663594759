/** A stretch of text on one baseline, in points from the lower left corner. `size`: the height of its letters. */
export type Segment = { text: string; x0: number; x1: number; bottom: number; top: number; size: number };

/** A line of a column, whose edges show whether the line is full. */
export type Line = Segment & { left: number; right: number; block: number };

/** A letter as PDFium has it; `made`: a space or line end that PDFium put there. */
export type Letter = { code: number; made: boolean; x0: number; x1: number; bottom: number; top: number };

const isSpace = (code: number): boolean => code === 0x20 || code === 0xa0 || code === 0x09;
const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;
/** A hyphen at which PDFium saw a word continue in the next line. */
const cutHyphen = 0x02;
/** A gap of so many heights of letters parts what stands on one baseline: columns, cells. */
const partingGap = 1.5;

/** Letters in their order in the file as stretches of text; what stands far apart on one baseline is parted. */
export function segmentsOf(letters: Iterable<Letter>): Segment[] {
  const segments: Segment[] = [];
  let now: Segment | null = null;
  let space = false;
  for (const { code, made, ...box } of letters) {
    if (isLineEnd(code) || isSpace(code) || code === 0) {
      space = true;
      if (isLineEnd(code) && !made) now = null;
      continue;
    }
    const height = box.top - box.bottom;
    const sign = code === cutHyphen ? "\u00ad" : String.fromCodePoint(code);
    const fits: boolean =
      now !== null &&
      Math.min(now.top, box.top) - Math.max(now.bottom, box.bottom) > 0.3 * Math.min(height, now.top - now.bottom) &&
      box.x0 >= now.x1 - now.size &&
      box.x0 - now.x1 < partingGap * Math.max(now.size, height);
    if (now && fits) {
      now.text += `${space ? " " : ""}${sign}`;
      now.x1 = Math.max(now.x1, box.x1);
      now.bottom = Math.min(now.bottom, box.bottom);
      now.top = Math.max(now.top, box.top);
      now.size = Math.max(now.size, height);
    } else {
      now = { text: sign, ...box, size: height };
      segments.push(now);
    }
    space = false;
  }
  return segments.filter(({ text }) => text.trim() !== "");
}

const middle = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

type Gutter = { at: number; crossing: ReadonlySet<Segment> };
const leastLines = 5;
const step = 2;

/** Between two columns of prose: nearly nothing crosses it, and most stretches on both sides fill their column. */
function gutterIn(segments: readonly Segment[]): Gutter | null {
  const left = Math.min(...segments.map(({ x0 }) => x0));
  const right = Math.max(...segments.map(({ x1 }) => x1));
  const width = right - left;
  let best: Gutter | null = null;
  for (let at = left + 0.28 * width; at < left + 0.72 * width; at += step) {
    const crossing = segments.filter(({ x0, x1 }) => x0 < at - 1 && x1 > at + 1);
    if (best && crossing.length >= best.crossing.size) continue;
    const before = segments.filter(({ x1 }) => x1 <= at + 1);
    const after = segments.filter(({ x0 }) => x0 >= at - 1);
    if (Math.min(before.length, after.length) < leastLines || crossing.length * 3 > segments.length) continue;
    const fills = (side: readonly Segment[], from: number, to: number): boolean =>
      middle(side.map(({ x0, x1 }) => x1 - x0)) > 0.55 * (to - from);
    if (fills(before, left, at) && fills(after, at, right)) best = { at, crossing: new Set(crossing) };
  }
  return best;
}

/** Stretches in reading order, by blocks: what crosses the columns, then the left one down to the next crossing, then the right one. */
function blocksOf(segments: readonly Segment[], depth = 0): (readonly Segment[])[] {
  const gutter = segments.length >= 2 * leastLines && depth < 2 ? gutterIn(segments) : null;
  if (!gutter) return segments.length > 0 ? [segments] : [];
  const { at, crossing } = gutter;
  const bands: Segment[][] = [[]];
  for (const segment of [...segments].sort((a, b) => b.top - a.top)) {
    if (crossing.has(segment)) bands.push([segment], []);
    else bands.at(-1)?.push(segment);
  }
  return bands.flatMap((band) => {
    if (band[0] && crossing.has(band[0])) return [band];
    const side = (is: (segment: Segment) => boolean) => blocksOf(band.filter(is), depth + 1);
    return [...side(({ x1 }) => x1 <= at + 1), ...side(({ x0 }) => x0 >= at - 1)];
  });
}

const isNextTo = (a: Segment, b: Segment): boolean =>
  Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom) > 0.5 * Math.min(a.size, b.size);

/** The lines of a page in reading order; cells of a table's row are parted by tabs. `first`: number of the first block. */
export function linesOf(segments: readonly Segment[], first: number): Line[] {
  const blocks = blocksOf(segments);
  return blocks.flatMap((block, at): Line[] => {
    const left = Math.min(...block.map(({ x0 }) => x0));
    const right = Math.max(...block.map(({ x1 }) => x1));
    const lines: Line[] = [];
    for (const segment of block) {
      const last = lines.at(-1);
      if (last && isNextTo(last, segment) && segment.x0 >= last.x1 - last.size) {
        last.text += `${segment.x0 - last.x1 > 2 * partingGap * last.size ? "\t" : " "}${segment.text}`;
        last.x1 = segment.x1;
      } else lines.push({ ...segment, left, right, block: first + at });
    }
    return lines;
  });
}

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
