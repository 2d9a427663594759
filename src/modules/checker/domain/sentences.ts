import { type Tokens, tokenKind } from "./tokenise.ts";

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
