import type { Model } from "./model.ts";
import { signalsOf, stackLogit } from "./score.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { slice, type Tokens } from "./tokenise.ts";

/** Words of context that a sentence is judged in. */
const context = 100;

/** A sentence, and the logit of its surroundings: the mean of all windows of about 100 words that it lies in. */
export type Evidence = Sentence & { logit: number };

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
