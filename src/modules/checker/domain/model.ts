import { buckets, families } from "./ngrams.ts";
import { engineVersion } from "./normalise.ts";
import { styleNames } from "./style.ts";

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
