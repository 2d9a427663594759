import { setImmediate as nextTurn } from "node:timers/promises";
import type { Typeface } from "./fonts.ts";
import { clusters, inOrder, type Levels, levelsOf, type Run, type Weight } from "./runs.ts";

const mostMs = 8;
export type Breathe = () => Promise<void>;

/** Lets other work of the server continue whenever this one has held it for some milliseconds. */
export function openBreathe(): Breathe {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMs) return;
    await nextTurn();
    since = performance.now();
  };
}

export type LineStyle = { weight: Weight; size: number };

export const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** Longer words are not measured as a whole. */
const mostMeasured = 100;

/** A part of a line that is not broken, with its place in the text; `spaced`: a space stands before it. */
type Unit = { text: string; at: number; spaced: boolean };

/** Scripts that write without spaces: their words are found by a dictionary. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter("en", { granularity: "word" });
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{M}]/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

/** The parts of a word between which its line may end: never before a closing sign, never after an opening one. */
function breakable(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const parts: string[] = [];
  for (const { segment } of words.segment(word)) {
    const last = parts.at(-1);
    if (last !== undefined && (closing.test(segment) || opening.test(last))) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

const lettersOf = (word: string): Iterable<string> =>
  /^[\u0020-\u024f]*$/.test(word) ? word : Array.from(clusters.segment(word), ({ segment }) => segment);

/** Sets the texts of one measure. */
export function openLines(face: Typeface, { weight, size }: LineStyle, breathe: Breathe) {
  const runsOf = (text: string, levels: Levels, at: number): readonly Run[] =>
    face.runs(text, weight, size, levels?.subarray(at, at + text.length) ?? null);

  /** A word that is wider than the line is cut where the line ends. */
  function cutWord(word: string, measure: number): string[] {
    if (word.length <= mostMeasured && widthOf(runsOf(word, null, 0)) <= measure) return [word];
    const parts: string[] = [];
    let part = "";
    let width = 0;
    for (const letter of lettersOf(word)) {
      const more = widthOf(runsOf(letter, null, 0));
      if (part !== "" && width + more > measure) {
        parts.push(part);
        part = "";
        width = 0;
      }
      part += letter;
      width += more;
    }
    return [...parts, part];
  }

  function unitsOf(line: string, measure: number): Unit[] {
    let at = 0;
    return line.split(/( +)/).flatMap((word, turn) => {
      const start = at;
      at += word.length;
      if (turn % 2 === 1) return [];
      let from = start;
      return breakable(word)
        .flatMap((part) => cutWord(part, measure))
        .map((text, first) => {
          const unit = { text, at: from, spaced: first === 0 && start > 0 };
          from += text.length;
          return unit;
        });
    });
  }

  /** One text without line breaks, set into lines of the measure, without hyphens; each from left to right. */
  async function linesOf(text: string, measure: number): Promise<(readonly Run[])[]> {
    const levels = levelsOf(text);
    const lines: (readonly Run[])[] = [];
    let line: Run[] = [];
    let width = 0;
    const end = () => {
      lines.push(joined(inOrder(line)));
      line = [];
      width = 0;
    };
    for (const { text: word, at, spaced } of unitsOf(text, measure)) {
      await breathe();
      const space = spaced ? runsOf(" ", levels, at - 1) : [];
      const runs = runsOf(word, levels, at);
      if (line.length > 0 && width + widthOf(space) + widthOf(runs) > measure) end();
      for (const run of line.length > 0 ? [...space, ...runs] : runs) {
        line.push(run);
        width += run.width;
      }
    }
    end();
    return lines;
  }
  return linesOf;
}

/** Neighbours of the same font in one piece: a line is then one or two drawings instead of one for each word. */
function joined(runs: readonly Run[]): Run[] {
  const line: Run[] = [];
  for (const run of runs) {
    const last = line.at(-1);
    if (last && "text" in last && "text" in run && last.font === run.font)
      line[line.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width };
    else line.push(run);
  }
  return line;
}
