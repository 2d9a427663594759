import type { Tokens } from "./tokenise.ts";

/** The kinds of n-grams, each with buckets of its own. */
export const families = ["words", "letters"] as const;

/** Buckets of one family, a power of two. */
export const buckets = 1 << 20;

/** What occurs in a text: buckets (over both families, one after the other) and values; each family has length 1. */
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

/** The n-grams of a text: words 1 to 3, letters 3 to 5. Buckets of the second family lie behind those of the first. */
export function ngrams(tokens: Tokens): Sparse {
  const words = Int32Array.from(tokens.lower, (word) => hashText(word, 0x811c9dc5));
  runs(words, 3);
  const first = counter.finish(0);
  letterRuns(tokens);
  return joined([first, counter.finish(buckets)]);
}

/** A 32-bit hash of a text, from `seed` on. */
export function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** One more part of a chain of hashes. */
const chain = (hash: number, part: number): number => Math.imul(hash ^ part, 0x85ebca6b) ^ (hash >>> 13);

/** Spreads the bits of a hash over all 32, unsigned. */
export function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}
