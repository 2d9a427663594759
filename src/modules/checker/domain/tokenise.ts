/** What a token is: a word of letters, a number, or one mark. */
export const tokenKind = { word: 0, number: 1, mark: 2 } as const;

/** How a word is written: in small letters, with a capital, in capitals only (two letters or more). */
export const casing = { small: 0, capital: 1, capitals: 2 } as const;

/** One array a property, an entry a token. `lower` is in small letters; `ends[i]` says that a sentence ends after it. */
export type Tokens = {
  lower: string[];
  start: Uint32Array;
  end: Uint32Array;
  kind: Uint8Array;
  casing: Uint8Array;
  ends: Uint8Array;
};

const pattern = /\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*|\d+(?:[.,]\d+)*|[^\s]/gu;
const letter = /^\p{L}/u;
const digit = /^\d/;
const stops = new Set([".", "!", "?"]);
const closers = new Set(['"', "'", ")", "]", ".", "!", "?"]);
const abbreviations = new Set(
  "mr mrs ms dr prof sr jr st vs etc e.g i.e eg ie al fig figs eq eqs sec no vol pp cf dept inc ltd co corp jan feb mar apr jun jul aug sept sep oct nov dec approx gen gov sen rep rev hon".split(
    " ",
  ),
);

function casingOf(word: string, lower: string): number {
  if (word === lower) return casing.small;
  return word.length > 1 && word === word.toUpperCase() ? casing.capitals : casing.capital;
}

/** Whether the stop at `at` ends a sentence: not after an abbreviation or an initial, and a space comes next. */
function endsAfter(text: string, lower: string[], end: Uint32Array, at: number, kinds: Uint8Array): boolean {
  const next = text.charAt(end[at] ?? 0);
  if (next !== "" && next !== " ") return false;
  let back = at;
  while (back > 0 && kinds[back] === tokenKind.mark && closers.has(lower[back] ?? "")) back--;
  const word = lower[back] ?? "";
  if (lower[back + 1] !== ".") return true;
  return !(kinds[back] === tokenKind.word && (abbreviations.has(word) || (word.length === 1 && word !== "i")));
}

function markEnds(text: string, tokens: Tokens): void {
  const { lower, end, kind, ends } = tokens;
  let open = false;
  for (let at = 0; at < lower.length; at++) {
    const token = lower[at] ?? "";
    if (kind[at] === tokenKind.mark && stops.has(token)) open = true;
    else if (!(kind[at] === tokenKind.mark && closers.has(token))) open = false;
    if (!open) continue;
    const next = at + 1;
    const glued = next < lower.length && kind[next] === tokenKind.mark && closers.has(lower[next] ?? "");
    const touches = glued && tokens.start[next] === end[at];
    if (touches) continue;
    if (endsAfter(text, lower, end, at, kind)) ends[at] = 1;
    open = false;
  }
  if (lower.length > 0) ends[lower.length - 1] = 1;
}

/** Cuts a normalised text into words, numbers and marks, and finds the ends of its sentences. */
export function tokenise(text: string): Tokens {
  const lower: string[] = [];
  const [start, end, kind, cased]: number[][] = [[], [], [], []];
  for (const { 0: word, index } of text.matchAll(pattern)) {
    const small = word.toLowerCase();
    lower.push(small);
    start?.push(index);
    end?.push(index + word.length);
    const isWord = letter.test(word);
    kind?.push(isWord ? tokenKind.word : digit.test(word) ? tokenKind.number : tokenKind.mark);
    cased?.push(isWord ? casingOf(word, small) : casing.small);
  }
  const tokens = {
    lower,
    start: Uint32Array.from(start ?? []),
    end: Uint32Array.from(end ?? []),
    kind: Uint8Array.from(kind ?? []),
    casing: Uint8Array.from(cased ?? []),
    ends: new Uint8Array(lower.length),
  };
  markEnds(text, tokens);
  return tokens;
}

/** The tokens from `from` to before `to`, as a text of their own (places stay those of the whole). */
export function slice(tokens: Tokens, from: number, to: number): Tokens {
  return {
    lower: tokens.lower.slice(from, to),
    start: tokens.start.subarray(from, to),
    end: tokens.end.subarray(from, to),
    kind: tokens.kind.subarray(from, to),
    casing: tokens.casing.subarray(from, to),
    ends: tokens.ends.subarray(from, to),
  };
}

/** How many words a text has: tokens of letters and numbers. */
export function wordCount(tokens: Tokens): number {
  let words = 0;
  for (const kind of tokens.kind) if (kind !== tokenKind.mark) words++;
  return words;
}
