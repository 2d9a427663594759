import type { ErrorRate, Model } from "./model.ts";
import { signalsOf, stackLogit } from "./model.ts";
import { type StyleOutlier, styleOutliers } from "./style-outliers.ts";
import { type Sentence, sentencesOf, slice, type Tokens } from "./tokenise.ts";
import { type Band, type Read, read, type Verdict, verdictOf } from "./verdict.ts";

/** How strongly the surroundings of a sentence resemble machine-written text. */
type Level = "none" | "some" | "strong";

/** A stretch of the original text, in code units. Stretches do not overlap and stand in order. */
export type Highlight = { from: number; to: number; level: Exclude<Level, "none"> };

/** Everything a page says of a checked text. Without the model's own figure: a page or program reads the band. */
export type Report = Omit<Verdict, "logit" | "score" | "raised"> & {
  highlights: Highlight[];
  moved: StyleOutlier[];
  /** Measured for texts of about this length: all kinds of writing, and each. Empty below 150 words and in doubt. */
  rates: ErrorRate[];
  model: string;
};

/** In a text whose limit is `raised` a sentence needs as much more to be strongly coloured. */
const levelOf = (model: Model, logit: number, raised: number): Level => {
  const { some, strong } = model.header.sentence;
  if (logit <= some) return "none";
  return logit > strong + raised ? "strong" : "some";
};

const ratesFor = (model: Model, words: number): ErrorRate[] => {
  const lengths = [...new Set(model.header.rates.map((rate) => rate.words))].filter((from) => from <= words);
  const from = Math.max(...lengths);
  return model.header.rates.filter((rate) => rate.words === from);
};

/** Sentences are coloured only where the answer is not a refusal, and never where nothing resembles machines' text. */
const showsEvidence = ({ band, doubts }: Pick<Verdict, "band" | "doubts">): boolean =>
  band !== "too-short" && doubts.length === 0;

function highlightsOf(model: Model, original: string, { tokens, at }: Read, raised: number): Highlight[] {
  return evidenceOf(model, tokens).flatMap(({ from, to, logit }) => {
    const level = levelOf(model, logit, raised);
    if (level === "none") return [];
    const last = tokens.end[to - 1] ?? 0;
    const start = at[tokens.start[from] ?? 0] ?? 0;
    // The unit after the last one may lie behind characters that were folded away.
    const end = endOf(original, at[last - 1] ?? 0);
    return [{ from: start, to: end, level }];
  });
}

/** The end of the character that begins at `from`, with the marks on it. */
function endOf(original: string, from: number): number {
  const character = /.\p{M}*/suy;
  character.lastIndex = from;
  return from + (character.exec(original)?.[0].length ?? 0);
}

/** Checks a text and describes the result; `whole`: includes what is not running text. */
export function reportOf(model: Model, original: string, whole = false): Report {
  const ready = read(original, whole);
  const { logit: _, score: __, raised, ...verdict } = verdictOf(model, ready);
  const shown = showsEvidence(verdict);
  return {
    ...verdict,
    highlights: shown ? highlightsOf(model, original, ready, raised) : [],
    moved: shown ? styleOutliers(model, ready.tokens) : [],
    rates: verdict.words >= 150 && verdict.doubts.length === 0 ? ratesFor(model, verdict.words) : [],
    model: model.header.version,
  };
}

/** The short answer, for many texts at once. */
export function shortAnswer(model: Model, original: string): { score: number; band: Band } {
  const { score, band } = verdictOf(model, read(original));
  return { score, band };
}

/** Words of context that a sentence is judged in. */
const context = 100;

/** A sentence, and the logit of its surroundings: the mean of all windows of about 100 words that it lies in. */
type Evidence = Sentence & { logit: number };

/** First and last sentence of the window that begins at `first`. */
function windowFrom(sentences: readonly Sentence[], first: number): { first: number; last: number; words: number } {
  let [last, words] = [first, 0];
  for (let at = first; at < sentences.length; at++) {
    words += sentences[at]?.words ?? 0;
    last = at;
    if (words >= context) break;
  }
  return { first, last, words };
}

/** Looks at every sentence in its context. A text of few sentences has few windows: then the whole speaks for each. */
export function evidenceOf(model: Model, tokens: Tokens): Evidence[] {
  const sentences = sentencesOf(tokens);
  const sums = sentences.map(() => ({ logit: 0, weight: 0 }));
  let step = 0;
  for (let first = 0; first < sentences.length; first = step) {
    const window = windowFrom(sentences, first);
    const [from, to] = [sentences[window.first]?.from ?? 0, sentences[window.last]?.to ?? 0];
    const logit = stackLogit(model.header.stack, signalsOf(model, slice(tokens, from, to)));
    for (let at = window.first; at <= window.last; at++) {
      const sum = sums[at];
      if (sum) Object.assign(sum, { logit: sum.logit + logit, weight: sum.weight + 1 });
    }
    if (window.last === sentences.length - 1) break;
    step = nextStart(sentences, first);
  }
  return sentences.map((sentence, at) => ({
    ...sentence,
    logit: (sums[at]?.logit ?? 0) / Math.max(1, sums[at]?.weight ?? 1),
  }));
}

/** Windows begin at every sentence, very short ones together. */
function nextStart(sentences: readonly Sentence[], first: number): number {
  let words = 0;
  for (let at = first; at < sentences.length; at++) {
    words += sentences[at]?.words ?? 0;
    if (words >= 12) return at + 1;
  }
  return sentences.length;
}

/** A stretch of a paragraph as it is shown; `number` counts the coloured sentences of the whole text from 1. */
export type Piece = { key: number; text: string; level: Highlight["level"] | null; number: number | null };

/** A text in paragraphs (at line breaks) of plain and coloured pieces, in order; together they are the whole text. */
export function paragraphsOf(text: string, highlights: readonly Highlight[]): Piece[][] {
  const paragraphs: Piece[][] = [[]];
  const put = (from: number, to: number, level: Piece["level"], number: number | null): void => {
    let at = from;
    for (const [line, part] of text.slice(from, to).split("\n").entries()) {
      if (line > 0) paragraphs.push([]);
      if (part !== "") paragraphs.at(-1)?.push({ key: at, text: part, level, number });
      at += part.length + 1;
    }
  };
  let from = 0;
  for (const [index, one] of highlights.entries()) {
    put(from, one.from, null, null);
    put(one.from, one.to, one.level, index + 1);
    from = one.to;
  }
  put(from, text.length, null, null);
  return paragraphs.filter((pieces) => pieces.length > 0);
}
