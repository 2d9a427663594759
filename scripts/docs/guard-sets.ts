import { readFileSync } from "node:fs";
import { maskContacts } from "../../src/shared/contact-details.ts";
import { judge } from "../../src/shared/honest-use/judge.ts";
import { type Language, languages } from "../../src/shared/honest-use/words.ts";

export const guardSets = ["honest", "dishonest", "honest-apart", "dishonest-apart"] as const;
export type GuardSet = (typeof guardSets)[number];

const linesOf = (name: string): readonly string[] =>
  readFileSync(`${import.meta.dirname}/../../tests/support/guard/${name}.txt`, "utf8")
    .split("\n")
    .filter((line) => line !== "");

/** The requests of a set by language; a line each below the language's name. */
export function requestsOf(set: GuardSet): ReadonlyMap<Language, readonly string[]> {
  const requests = new Map<Language, string[]>();
  let language: Language = "en";
  for (const line of linesOf(set)) {
    language = languages.find((one) => line === `# ${one}`) ?? language;
    if (!line.startsWith("# ")) requests.set(language, [...(requests.get(language) ?? []), line]);
  }
  return requests;
}

export type Counts = { all: number; refused: number; screened: number };

export const countsOf = (texts: readonly string[]): Counts => {
  const verdicts = texts.map((text) => judge(text)?.verdict);
  const count = (verdict: "refuse" | "screen"): number => verdicts.filter((one) => one === verdict).length;
  return { all: texts.length, refused: count("refuse"), screened: count("screen") };
};

/** `hidden`: how many texts have something that is certain; `put`: how many only have what is put to Support. */
export type Masked = { name: string; all: number; hidden: number; put: number };

function maskedOf(name: string, texts: readonly string[]): Masked {
  const kinds = texts.map((text) => maskContacts(text).kinds);
  const hidden = kinds.filter((found) => found.some((kind) => kind !== "unsure")).length;
  const all = kinds.filter((found) => found.length > 0).length;
  return { name, all: texts.length, hidden, put: all - hidden };
}

/** The harmless texts, and the contacts by the way in which they are disguised. */
export function contactFigures(): { harmless: Masked; disguises: readonly Masked[] } {
  const harmless = linesOf("harmless");
  const disguises = new Map<string, string[]>();
  let name = "";
  for (const line of linesOf("contacts")) {
    if (line.startsWith("# ")) name = line.slice(2);
    else disguises.set(name, [...(disguises.get(name) ?? []), line]);
  }
  return {
    harmless: maskedOf("harmless", harmless),
    disguises: [...disguises].map(([one, texts]) => maskedOf(one, texts)),
  };
}
