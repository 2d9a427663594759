import { type Model, treesLogit } from "./model.ts";
import { buckets, families, ngrams } from "./ngrams.ts";
import { style } from "./style.ts";
import { sentencesOf, slice, type Tokens, wordCount } from "./tokenise.ts";

/** What the parts of the model say of one stretch of text, before they are put together. */
export type Signals = { words: number; letters: number; style: number; length: number; known: number };

/** The numbers that the stack weighs, in its order. */
const stackNumbers = ({ words, letters, style }: Signals): number[] => [1, words, letters, style];

/** The weighed sum of the stack's numbers: a logit. */
export const stackLogit = (stack: readonly number[], signals: Signals): number =>
  stackNumbers(signals).reduce((sum, number, at) => sum + number * (stack[at] ?? 0), 0);

/** What the model says of these tokens, as one stretch. */
export function signalsOf(model: Model, tokens: Tokens): Signals {
  const sums = families.map(() => 0);
  let known = 0;
  const { at, value } = ngrams(tokens);
  for (let i = 0; i < at.length; i++) {
    const bucket = at[i] as number;
    const weight = model.weights[bucket] as number;
    if (weight === 0) continue;
    known++;
    const family = Math.floor(bucket / buckets);
    sums[family] = (sums[family] as number) + weight * (value[i] as number);
  }
  const share = model.header.bias / families.length;
  const [words = 0, letters = 0] = sums.map((sum, family) => sum * (model.header.steps[family] ?? 0) + share);
  return {
    words,
    letters,
    style: treesLogit(model.trees, style(tokens, model.frequent)),
    length: wordCount(tokens),
    known: known / Math.max(1, at.length),
  };
}

/** Longest text, in words, that is looked at in one piece, and the length of the pieces of a longer one. */
const whole = 1000;
const piece = 400;

/** The text in stretches that end at ends of sentences where there are any. */
function stretches(tokens: Tokens): Tokens[] {
  const all = wordCount(tokens);
  if (all <= whole) return [tokens];
  const aim = all / Math.ceil(all / piece);
  const found: Tokens[] = [];
  let [from, words] = [0, 0];
  for (const sentence of sentencesOf(tokens)) {
    words += sentence.words;
    if (words < aim && sentence.to < tokens.lower.length) continue;
    for (let start = from; start < sentence.to; start += 4 * piece)
      found.push(slice(tokens, start, Math.min(sentence.to, start + 4 * piece)));
    [from, words] = [sentence.to, 0];
  }
  return found;
}

export type Scored = { logit: number; known: number; range: { low: number; high: number } };

/** The logit of a text: that of its stretches, by their words; and how far they lie apart. */
export function scoreTokens(model: Model, tokens: Tokens): Scored {
  const parts = stretches(tokens).map((part) => {
    const signals = signalsOf(model, part);
    return { logit: stackLogit(model.header.stack, signals), ...signals };
  });
  const words = Math.max(
    1,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  const mean = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((sum, part) => sum + of(part) * part.length, 0) / words;
  const long = parts.filter(({ length }) => length >= 100 || parts.length === 1).map(({ logit }) => logit);
  return {
    logit: mean(({ logit }) => logit),
    known: mean(({ known }) => known),
    range: { low: Math.min(...long), high: Math.max(...long) },
  };
}

/** A logit as a probability (as many machine texts as human ones), never below 2 % or above 98 %. */
export const probability = (logit: number): number => 0.02 + 0.96 / (1 + Math.exp(-logit));
