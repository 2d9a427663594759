import { buckets, families, ngrams } from "./ngrams.ts";
import { engineVersion } from "./normalise.ts";
import { style, styleNames } from "./style.ts";
import { sentencesOf, slice, type Tokens, wordCount } from "./tokenise.ts";

/** How many questions a tree asks of a text, one after the other: whether a number is as high as a cut, or lower. */
export const depth = 4;
/** Questions that a tree has, and answers. A question is followed by those at twice its place, and one or two more. */
export const questions = 2 ** depth - 1;
export const answers = 2 ** depth;

/** Small trees on the numbers of style, one after the other: what each question looks at, its cut, and each answer's worth. */
export type Trees = { number: Int16Array; cut: Float32Array; worth: Float32Array };

/** Which of its answers a tree gives. */
export function answerOf({ number, cut }: Trees, tree: number, numbers: Float32Array): number {
  let at = 0;
  while (at < questions) {
    const place = tree * questions + at;
    at = 2 * at + ((numbers[number[place] as number] as number) >= (cut[place] as number) ? 2 : 1);
  }
  return at - questions;
}

/** What all trees together say of the numbers of a text: a logit, but for its middle. */
export function treesLogit(trees: Trees, numbers: Float32Array): number {
  let sum = 0;
  for (let tree = 0; tree * answers < trees.worth.length; tree++)
    sum += trees.worth[tree * answers + answerOf(trees, tree, numbers)] as number;
  return sum;
}

/** A share of texts: `k` of `n`. */
export type Share = { k: number; n: number };

/** Limits of the logit for texts of `words` words: scholarly and personal texts are held to upper ones of their own. */
export type Limits = { words: number; likelyAi: number; scholarlyAi: number; personalAi: number; humanLike: number };

/** Measured on texts of kinds that were left out of training: people called "likely AI", machines called so. */
export type ErrorRate = { kind: string; words: number; humans: Share; machines: Share };

/** Everything of a model that is not a weight. */
export type Header = {
  engine: number;
  /** The model's own version, and the hash of what it was trained on. */
  version: string;
  corpus: string;
  /** Words that are not rare, the most frequent first. */
  frequent: string[];
  /** What one step of a weight is worth, a number a family. */
  steps: number[];
  bias: number;
  stack: number[];
  limits: Limits[];
  /** The limit above which a sentence in its context is coloured, and strongly so. */
  sentence: { some: number; strong: number };
  /** Share of a text's n-grams that the model knows, below which it is unlike the training texts. */
  knownShare: number;
  /** The range of nine in ten human texts of each style number, for texts of 150 words and more. */
  usual: { low: number; high: number }[];
  rates: ErrorRate[];
  /** How many trees look at the numbers of style. */
  trees: number;
};

export type Model = { header: Header; frequent: ReadonlySet<string>; weights: Int8Array; trees: Trees };

const magic = 0x50574333;

/** A model as one run of bytes, not compressed. */
export function writeModel(header: Header, weights: Int8Array, trees: Trees): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const parts = [weights, trees.number, trees.cut, trees.worth].map(
    (one) => new Uint8Array(one.buffer, one.byteOffset, one.byteLength),
  );
  const out = new Uint8Array(8 + text.length + parts.reduce((sum, one) => sum + one.length, 0));
  const view = new DataView(out.buffer);
  view.setUint32(0, magic);
  view.setUint32(4, text.length);
  out.set(text, 8);
  let at = 8 + text.length;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A number array of its own from bytes that may lie anywhere. */
const own = (bytes: Uint8Array, from: number, length: number): ArrayBuffer =>
  new Uint8Array(bytes.subarray(from, from + length)).buffer;

/** Reads a model. @returns null when the bytes are no model, or one of another version of the engine. */
export function readModel(bytes: Uint8Array): Model | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0) !== magic) return null;
  const from = 8 + view.getUint32(4);
  if (from > bytes.length) return null;
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, from))) as Header;
  const asked = header.trees * questions;
  const sizes = [families.length * buckets, asked * 2, asked * 4, header.trees * answers * 4];
  const whole = sizes.reduce((sum, size) => sum + size, from);
  if (header.engine !== engineVersion || header.usual.length !== styleNames.length || whole !== bytes.length)
    return null;
  const [weights, number, cut, worth] = sizes.map((size, part) =>
    own(bytes, from + sizes.slice(0, part).reduce((sum, one) => sum + one, 0), size),
  );
  if (!weights || !number || !cut || !worth) return null;
  return {
    header,
    frequent: new Set(header.frequent),
    weights: new Int8Array(weights),
    trees: { number: new Int16Array(number), cut: new Float32Array(cut), worth: new Float32Array(worth) },
  };
}

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
