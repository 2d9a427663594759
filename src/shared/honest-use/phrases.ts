// Finds the phrases of the word lists in a sentence.
import { plainPhrase, type Sentence } from "./plain-text.ts";
import { type Blocker, blockers, type Concept } from "./rules.ts";
import { type Language, languages, type Words, words } from "./words.ts";

/** Where a phrase stands in the letters of a sentence. */
export type Place = { from: number; to: number };
type Lists = Readonly<Record<string, Words>>;
const lists: Lists = { ...words, ...blockers };

/** Built when first asked for. */
const made = new Map<string, RegExp | null>();
let vocabulary: ReadonlySet<string> | null = null;

/** Below this code no character is Chinese. */
const firstChinese = 0x2e80;
const chinese = /^\p{Script=Han}/u;
const endsChinese = /\p{Script=Han}$/u;

function patternOf(phrase: string): string {
  const plain = plainPhrase(phrase);
  const start = plain.startsWith("^");
  const body = plain.replace("^", "").trim().replaceAll(" _ ", " (?:[^ ]{1,24} ){0,3}").replaceAll("*", "[^ ]{0,14}");
  return `${start ? "^ " : chinese.test(body) ? "" : " "}${body}${endsChinese.test(body) ? "" : "(?= )"}`;
}

/** One pattern for a list in a language, longer phrases first. */
function patternFor(name: string, language: Language): RegExp | null {
  const key = `${name} ${language}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const list = [lists[name]?.any, lists[name]?.[language]].filter((one) => one !== undefined).join("|");
  const phrases = list.split("|").sort((a, b) => b.length - a.length);
  const pattern = list === "" ? null : new RegExp(phrases.map(patternOf).join("|"), "gu");
  made.set(key, pattern);
  return pattern;
}

/** A text with which a phrase of these lists begins, whatever its open parts hold. */
type Beginning = { text: string; lists: Set<string> };

/** How many letters of a beginning are looked up at once; shorter ones have tables of their own. */
const looked = 4;
type Beginnings = {
  /** By length (index), then by that many letters: phrases that begin a word, or stand anywhere among Chinese signs. */
  byStart: readonly ReadonlyMap<string, readonly Beginning[]>[];
  /** Phrases that may begin within a word. */
  anywhere: ReadonlyMap<Language, readonly Beginning[]>;
};
let beginnings: Beginnings | null = null;

/** Its letters up to the first open part, with the space that ends a word. */
function sureBeginning(phrase: string): string {
  const body = phrase.replace(/^\^? ?\*?/, "").trim();
  const [sure = ""] = body.split(/ _ |\*/);
  return body.charAt(sure.length) === "*" || endsChinese.test(sure) ? sure : `${sure} `;
}

function readBeginnings(): Beginnings {
  const byStart = new Map<string, Beginning>();
  const anywhere = new Map<Language, Map<string, Beginning>>(languages.map((language) => [language, new Map()]));
  for (const [name, list] of Object.entries(lists))
    for (const language of languages)
      for (const phrase of [list.any, list[language]].flatMap((one) => one?.split("|") ?? [])) {
        const plain = plainPhrase(phrase);
        const text = sureBeginning(plain);
        // A Chinese sign by itself is a part of many words: it counts where a longer word of its list stands, too.
        if (text.length === 1 && chinese.test(text)) continue;
        const known = plain.startsWith("*") ? anywhere.get(language) : byStart;
        const beginning = known?.get(text) ?? { text, lists: new Set() };
        beginning.lists.add(`${name} ${language}`);
        known?.set(text, beginning);
      }
  const tables = Array.from({ length: looked + 1 }, () => new Map<string, Beginning[]>());
  for (const beginning of byStart.values()) {
    const letters = beginning.text.slice(0, looked);
    const table = tables[letters.length];
    table?.set(letters, [...(table.get(letters) ?? []), beginning]);
  }
  return { byStart: tables, anywhere: new Map([...anywhere].map(([language, all]) => [language, [...all.values()]])) };
}

/** The lists of which a sentence may hold a phrase: looking for where it stands costs a hundred times as much. */
export function candidates({ plain }: Sentence, spoken: readonly Language[]): ReadonlySet<string> {
  beginnings ??= readBeginnings();
  const found = new Set<string>();
  const add = ({ lists }: Beginning): void => {
    for (const list of lists) found.add(list);
  };
  for (let at = 1; at < plain.length; at++) {
    const starts = plain[at - 1] === " " || (plain.charCodeAt(at) >= firstChinese && chinese.test(plain.charAt(at)));
    if (!starts) continue;
    for (let length = 1; length <= looked; length++)
      for (const one of beginnings.byStart[length]?.get(plain.slice(at, at + length)) ?? [])
        if (plain.startsWith(one.text, at)) add(one);
  }
  for (const language of spoken)
    for (const one of beginnings.anywhere.get(language) ?? []) if (plain.includes(one.text)) add(one);
  return found;
}

/** The words of the lists, to read rows of single letters. */
export function spellings(): ReadonlySet<string> {
  if (vocabulary) return vocabulary;
  const all = Object.values(lists).flatMap((list) => Object.values(list).flatMap((one) => one.split(/[|*_^ ]+/)));
  vocabulary = new Set([..."please can you the my for with from and not".split(" "), ...all.map(plainPhrase)]);
  return vocabulary;
}

/** The letters that a language is written with here; Hindi is often typed in Latin ones. */
const scripts: Readonly<Partial<Record<Language, RegExp>>> = {
  ar: /[\u0600-\u06ff]/,
  zh: /\p{Script=Han}/u,
  ru: /[\u0400-\u04ff]/,
};
/** The languages whose letters a sentence has. */
export const written = ({ plain }: Sentence): readonly Language[] =>
  languages.filter((language) => (scripts[language] ?? /[a-z\u0900-\u097f]/).test(plain));

/** Where phrases of a list stand in a sentence. */
export function placesOf(name: Concept | Blocker, language: Language, { plain }: Sentence): readonly Place[] {
  const pattern = patternFor(name, language);
  // Mostly there is none, and looking costs less than listing.
  if (!pattern || plain.search(pattern) < 0) return [];
  return [...plain.matchAll(pattern)].map(({ 0: it, index }) => ({ from: index, to: index + it.length }));
}
