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
