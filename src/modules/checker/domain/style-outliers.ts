import type { Model } from "./model.ts";
import { style, styleNames } from "./style.ts";
import type { Tokens } from "./tokenise.ts";

/** A number of style that lies outside the range of nine in ten human texts. */
export type StyleOutlier = { name: string; value: number; low: number; high: number; unit: string; isMore: boolean };

const number = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });

/** "2.1 per 100 words. More than in nine of ten human texts (0.1 to 1.2)." */
export const styleOutlierText = ({ value, low, high, unit, isMore }: StyleOutlier): string =>
  `${number(value)}\u00a0${unit}. ${isMore ? "More" : "Less"} than in nine of ten human texts (${number(low)} to ${number(high)}).`;

type CheckedNumber = { name: string; unit: string; towards: "more" | "less"; scale?: number };

/** Numbers that a person can check, and on which side machines' texts stand in the training texts. */
export const checkedNumbers: Readonly<Record<string, CheckedNumber>> = {
  commaIng: { name: "A comma followed by a word in -ing", unit: "per 100 words", towards: "more" },
  assistantWords: { name: "Words that assistants often use", unit: "per 100 words", towards: "more" },
  listsOfThree: { name: "Lists of three or more", unit: "per 100 words", towards: "more" },
  andPairs: { name: "Pairs of longer words joined by “and”", unit: "per 100 words", towards: "more" },
  connectiveStarts: {
    name: "Sentences that begin with a linking word",
    unit: "% of sentences",
    towards: "more",
    scale: 100,
  },
  wordLetters: { name: "Letters in a word", unit: "on average", towards: "more" },
  longWords: { name: "Words of more than eight letters", unit: "% of words", towards: "more", scale: 100 },
  sentenceVariation: { name: "How much sentences differ in length", unit: "spread by mean", towards: "less" },
  longSentences: { name: "Sentences of more than 35 words", unit: "% of sentences", towards: "less", scale: 100 },
  firstPerson: { name: "“I”, “me” and “my”", unit: "per 100 words", towards: "less" },
  contractions: { name: "Short forms such as “don’t”", unit: "per 100 words", towards: "less" },
  hedges: { name: "Casual words such as “really” and “pretty”", unit: "per 100 words", towards: "less" },
  differentWords100: { name: "Different words among the first 100", unit: "% of words", towards: "more", scale: 100 },
};

const most = 5;

/** The numbers of style that lie outside the usual range of human texts, on the side of machines', the furthest first. */
export function styleOutliers(model: Model, tokens: Tokens): StyleOutlier[] {
  const numbers = style(tokens, model.frequent);
  const found = styleNames.flatMap((key, at) => {
    const about = checkedNumbers[key];
    const range = model.header.usual[at];
    if (!about || !range) return [];
    const value = numbers[at] ?? 0;
    const beyond = about.towards === "more" ? value - range.high : range.low - value;
    if (beyond <= 0) return [];
    const scale = about.scale ?? 1;
    const outlier: StyleOutlier = {
      name: about.name,
      unit: about.unit,
      isMore: about.towards === "more",
      value: value * scale,
      low: range.low * scale,
      high: range.high * scale,
    };
    return [{ moved: outlier, far: beyond / Math.max(1e-6, range.high - range.low) }];
  });
  return found
    .sort((a, b) => b.far - a.far)
    .slice(0, most)
    .map(({ moved: outlier }) => outlier);
}
