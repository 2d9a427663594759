import { readFileSync } from "node:fs";
import { judge } from "../../src/shared/honest-use/judge.ts";
import { type Language, languages } from "../../src/shared/honest-use/words.ts";

export const guardSets = ["honest", "dishonest", "honest-apart", "dishonest-apart"] as const;
export type GuardSet = (typeof guardSets)[number];

/** The requests of a set by language; a line each below the language's name. */
export function requestsOf(set: GuardSet): ReadonlyMap<Language, readonly string[]> {
  const requests = new Map<Language, string[]>();
  let language: Language = "en";
  for (const line of readFileSync(`${import.meta.dirname}/../../tests/support/guard/${set}.txt`, "utf8").split("\n")) {
    language = languages.find((one) => line === `# ${one}`) ?? language;
    if (line !== "" && !line.startsWith("# ")) requests.set(language, [...(requests.get(language) ?? []), line]);
  }
  return requests;
}

export type Counts = { all: number; refused: number; screened: number };

export const countsOf = (texts: readonly string[]): Counts => {
  const verdicts = texts.map((text) => judge(text)?.verdict);
  const count = (verdict: "refuse" | "screen"): number => verdicts.filter((one) => one === verdict).length;
  return { all: texts.length, refused: count("refuse"), screened: count("screen") };
};
