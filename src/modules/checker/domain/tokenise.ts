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

/** Whether the stop at `at` ends a sentence: not after an abbreviation or an initial at `last`, and a space comes next. */
function endsAfter(text: string, { lower, end, kind }: Tokens, at: number, last: number): boolean {
  const next = text.charAt(end[at] ?? 0);
  if (next !== "" && next !== " ") return false;
  const word = lower[last] ?? "";
  if (lower[last + 1] !== ".") return true;
  return !(kind[last] === tokenKind.word && (abbreviations.has(word) || (word.length === 1 && word !== "i")));
}

function markEnds(text: string, tokens: Tokens): void {
  const { lower, end, kind, ends } = tokens;
  const isOneOf = (marks: ReadonlySet<string>, at: number): boolean =>
    kind[at] === tokenKind.mark && marks.has(lower[at] ?? "");
  let open = false;
  // The last token before the stops and closing marks: kept while walking, so that a text of stops alone stays linear.
  let last = 0;
  for (let at = 0; at < lower.length; at++) {
    if (!isOneOf(closers, at)) last = at;
    if (isOneOf(stops, at)) open = true;
    else if (!isOneOf(closers, at)) open = false;
    if (!open) continue;
    const next = at + 1;
    const touches = next < lower.length && isOneOf(closers, next) && tokens.start[next] === end[at];
    if (touches) continue;
    if (endsAfter(text, tokens, at, last)) ends[at] = 1;
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

/** A sentence: tokens from `from` to before `to`, and its words. */
export type Sentence = { from: number; to: number; words: number };

/** The sentences of a text in order; together they are all of its tokens. */
export function sentencesOf(tokens: Tokens): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  let words = 0;
  for (let at = 0; at < tokens.lower.length; at++) {
    if (tokens.kind[at] !== tokenKind.mark) words++;
    if (tokens.ends[at] !== 1) continue;
    found.push({ from, to: at + 1, words });
    from = at + 1;
    words = 0;
  }
  return found;
}
