import type { Limits, Model } from "./model.ts";
import { probability, scoreTokens } from "./model.ts";
import { type Folded, normalise } from "./normalise.ts";
import { personalShare, scholarlyShare } from "./shares.ts";
import { type Stripped, stripNonProse } from "./strip-non-prose.ts";
import { functionWords } from "./style-words.ts";
import { type Tokens, tokenise, tokenKind, wordCount } from "./tokenise.ts";

/** The answers that there are. */
const bands = ["human-like", "cannot-tell", "likely-ai", "too-short"] as const;
export type Band = (typeof bands)[number];

/** Why a text is "cannot tell" whatever its score. */
export type Doubt = "language" | "remains" | "verse" | "list" | "unlike";

/** What a text reads like, and so which upper limit it is held to. */
export const registers = ["common", "scholarly", "personal"] as const;
export type Register = (typeof registers)[number];

/** Words below which there is no answer, and below which the answer is weak. */
const leastWords = 50;
const weakWords = 150;
/** Characters that are looked at. */
export const mostCharacters = 50_000;

/**
 * `position` is where the text stands on the scale, 0 to 1: the zone of "cannot tell" is from 0.3 to 0.7. `raised`: how far
 * its upper limit lies above that of most texts.
 */
export type Verdict = {
  band: Band;
  score: number;
  logit: number;
  words: number;
  register: Register;
  raised: number;
  weak: boolean;
  doubts: Doubt[];
  position: number;
  folded: Folded;
  left: Stripped["lines"];
};

/** A text that was made ready: its tokens, and where they come from. */
export type Read = { tokens: Tokens; at: Uint32Array; text: string; folded: Folded; stripped: Stripped };

/** Makes a text ready: what is no prose is left out unless it is read `whole`, the rest is written in one way and cut into tokens. */
export function read(original: string, whole = false): Read {
  const stripped = stripNonProse(original, whole);
  const { text, at, folded } = normalise(original, stripped.left);
  return { tokens: tokenise(text), at, text, folded, stripped: stripped };
}

const english = new Set(functionWords);

/** Whether so many of the words are the small words of English that it can be English. */
function isEnglish(tokens: Tokens): boolean {
  let [words, known] = [0, 0];
  for (let at = 0; at < tokens.lower.length; at++) {
    if (tokens.kind[at] !== tokenKind.word) continue;
    words++;
    if (english.has(tokens.lower[at] ?? "")) known++;
  }
  return words === 0 || known / words > 0.17;
}

/** What limits depend on: how long a text is, and how scholarly and how personal (0 to 1). */
type Asked = { words: number; scholarly: number; personal: number };

/** The limits between bands for one text, the register that sets the upper one, and how far it is raised for it. */
type Between = Pick<Limits, "likelyAi" | "humanLike"> & { register: Register; raised: number };

/** The limits for a text, on lines between the two nearest lengths and between registers; of two registers the higher. */
export function limitsFor(limits: readonly Limits[], { words, scholarly, personal }: Asked): Between {
  const above = limits.find((one) => one.words >= words) ?? limits.at(-1);
  const below = limits.findLast((one) => one.words <= words) ?? limits[0];
  if (!above || !below) throw new Error("A model without limits.");
  const step = Math.log(above.words) - Math.log(below.words);
  const part = step === 0 ? 0 : (Math.log(words) - Math.log(below.words)) / step;
  const between = (of: keyof Limits): number => below[of] + part * (above[of] - below[of]);
  const common = between("likelyAi");
  const uppers: Record<Register, number> = {
    common,
    scholarly: common + scholarly * (between("scholarlyAi") - common),
    personal: common + personal * (between("personalAi") - common),
  };
  const register = registers.reduce((highest, one) => (uppers[one] > uppers[highest] ? one : highest));
  const likelyAi = uppers[register];
  return { likelyAi, humanLike: between("humanLike"), register, raised: likelyAi - common };
}

/** Where a logit stands on the scale: three zones, the middle one between the limits. */
function positionOf(logit: number, { likelyAi, humanLike }: Between): number {
  if (logit >= likelyAi) return 1 - 0.3 * Math.exp(-(logit - likelyAi) / 3);
  if (logit <= humanLike) return 0.3 * Math.exp((logit - humanLike) / 3);
  return 0.3 + (0.4 * (logit - humanLike)) / Math.max(1e-9, likelyAi - humanLike);
}

function bandOf(logit: number, limits: Between, words: number, doubts: readonly Doubt[]): Band {
  if (words < leastWords) return "too-short";
  if (doubts.length > 0) return "cannot-tell";
  if (logit > limits.likelyAi) return words < weakWords ? "cannot-tell" : "likely-ai";
  return logit < limits.humanLike ? "human-like" : "cannot-tell";
}

/** The band of a logit for a text that raises no doubt. */
export const bandAt = (limits: readonly Limits[], logit: number, asked: Asked): Band =>
  bandOf(logit, limitsFor(limits, asked), asked.words, []);

function doubtsOf({ tokens, stripped }: Read, known: number, least: number): Doubt[] {
  const doubts: Doubt[] = [];
  if (!isEnglish(tokens)) doubts.push("language");
  if (stripped.shape !== "prose") doubts.push(stripped.shape);
  if (known < least) doubts.push("unlike");
  return doubts;
}

/** What the model says of a text that was made ready. */
export function verdictOf(model: Model, ready: Read): Verdict {
  const words = wordCount(ready.tokens);
  const { logit, known } = scoreTokens(model, ready.tokens);
  const doubts = words < leastWords ? [] : doubtsOf(ready, known, model.header.knownShare);
  const [scholarly, personal] = [scholarlyShare(ready.tokens), personalShare(ready.tokens)];
  const limits = limitsFor(model.header.limits, { words: Math.max(1, words), scholarly, personal });
  return {
    band: bandOf(logit, limits, words, doubts),
    score: probability(logit),
    logit,
    words,
    register: limits.register,
    raised: limits.raised,
    weak: words < weakWords,
    doubts,
    position: positionOf(logit, limits),
    folded: ready.folded,
    left: ready.stripped.lines,
  };
}
