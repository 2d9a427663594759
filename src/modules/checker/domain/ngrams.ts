import { chain, hashText, mix } from "./hash.ts";
import { casing, type Tokens, tokenKind } from "./tokenise.ts";

/** The three kinds of n-grams, each with buckets of its own. */
export const families = ["words", "masked", "letters"] as const;

/** Buckets of one family, a power of two. */
export const buckets = 1 << 20;

/** What occurs in a text: buckets (over all three families, one after the other) and values; each family has length 1. */
export type Sparse = { at: Uint32Array; value: Float32Array };

const count = new Uint16Array(buckets);
const touched = new Uint32Array(1 << 20);

/** Counts hashes into buckets; `finish` writes log(1 + count), scaled to length 1, and forgets. */
class Counter {
  #used = 0;
  add(hash: number): void {
    const bucket = hash & (buckets - 1);
    const before = count[bucket] ?? 0;
    if (before === 0 && this.#used < touched.length) touched[this.#used++] = bucket;
    if (before < 65_535) count[bucket] = before + 1;
  }
  finish(offset: number): Sparse {
    const at = touched.slice(0, this.#used).sort();
    const value = new Float32Array(at.length);
    let square = 0;
    for (let i = 0; i < at.length; i++) {
      const bucket = at[i] ?? 0;
      const logged = Math.log1p(count[bucket] ?? 0);
      value[i] = logged;
      square += logged * logged;
      count[bucket] = 0;
      at[i] = bucket + offset;
    }
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let i = 0; i < value.length; i++) value[i] = (value[i] ?? 0) * scale;
    this.#used = 0;
    return { at, value };
  }
}

const counter = new Counter();

/** All runs of 1 to `longest` parts. */
function runs(parts: Int32Array, longest: number): void {
  for (let from = 0; from < parts.length; from++) {
    let hash = 0x9747b28c;
    for (let length = 1; length <= longest && from + length <= parts.length; length++) {
      hash = chain(hash, parts[from + length - 1] ?? 0);
      counter.add(mix(hash ^ length));
    }
  }
}

const endings =
  "tion sion ment ness ings able ible ance ence ies ous ive ing ity ful ism ist ers est ate ize ise ed ly er al ic es s".split(
    " ",
  );

const lengthClass = (length: number): string => (length < 5 ? "s" : length < 9 ? "m" : "l");

/** What stands for a rare word: its ending or length, and whether it has a capital. */
function shape(word: string, cased: number): string {
  const ending = endings.find((one) => word.length > one.length + 2 && word.endsWith(one)) ?? lengthClass(word.length);
  return `\u0001${ending}${cased === casing.small ? "" : cased}`;
}

function maskedPart(tokens: Tokens, at: number, frequent: ReadonlySet<string>): string {
  const token = tokens.lower[at] ?? "";
  if (tokens.kind[at] === tokenKind.number) return "\u0001#";
  if (tokens.kind[at] === tokenKind.mark || frequent.has(token)) return token;
  return shape(token, tokens.casing[at] ?? 0);
}

/** Letters of the whole text, tokens joined by one space: runs of 3 to 5. */
function letterRuns(tokens: Tokens): void {
  const text = tokens.lower.join(" ");
  for (let from = 0; from + 3 <= text.length; from++) {
    let hash = 0x811c9dc5;
    const end = Math.min(text.length, from + 5);
    for (let at = from; at < end; at++) {
      hash = chain(hash, text.charCodeAt(at));
      if (at - from >= 2) counter.add(mix(hash ^ (at - from)));
    }
  }
}

const joined = (parts: Sparse[]): Sparse => {
  const at = new Uint32Array(parts.reduce((sum, one) => sum + one.at.length, 0));
  const value = new Float32Array(at.length);
  let end = 0;
  for (const part of parts) {
    at.set(part.at, end);
    value.set(part.value, end);
    end += part.at.length;
  }
  return { at, value };
};

/**
 * The n-grams of a text: words 1 to 3, masked words 1 to 4 (a word outside of `frequent` counts by its shape), letters
 * 3 to 5. Buckets of the second and third family lie behind those of the first.
 */
export function ngrams(tokens: Tokens, frequent: ReadonlySet<string>): Sparse {
  const words = Int32Array.from(tokens.lower, (word) => hashText(word, 0x811c9dc5));
  runs(words, 3);
  const first = counter.finish(0);
  const masked = Int32Array.from(tokens.lower, (_, at) => hashText(maskedPart(tokens, at, frequent), 0x2545f491));
  runs(masked, 4);
  const second = counter.finish(buckets);
  letterRuns(tokens);
  return joined([first, second, counter.finish(2 * buckets)]);
}
