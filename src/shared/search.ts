/*
 * One way to search, for texts in memory and for the columns `search` of the database, which hold what
 * `platform.searchable` (migrations/0052_one-search.sql) makes of a text: the same as `searchable` here.
 */

const oneOf = (...ranges: readonly string[]): string => `[${ranges.join("")}]`;

/** Accents and points of letters, what nobody sees, and apostrophes. */
const marks = ["\\u0300-\\u036f", "\\u0483-\\u0487", "\\u0591-\\u05bd", "\\u064b-\\u065f\\u0670", "\\u1ab0-\\u1aff"];
const moreMarks = ["\\u1dc0-\\u1dff", "\\u20d0-\\u20ff", "\\ufe20-\\ufe2f"];
const unseen = [
  "\\u00ad\\u061c\\u180e",
  "\\u200b-\\u200f",
  "\\u202a-\\u202e",
  "\\u2060-\\u206f",
  "\\ufe00-\\ufe0f\\ufeff",
];
const dropped = new RegExp(oneOf(...marks, ...moreMarks, ...unseen, "'\\u2018\\u2019\\u02bb\\u02bc"), "g");

/** What stands between words: signs of ASCII and Latin 1, and the blocks of punctuation and symbols. */
const latin = [
  "\\u0000-\\u0026\\u0028-\\u002f",
  "\\u003a-\\u0040",
  "\\u005b-\\u0060",
  "\\u007b-\\u00bf",
  "\\u00d7\\u00f7",
];
const points = ["\\u2000-\\u200a", "\\u2010-\\u2017", "\\u201a-\\u2029", "\\u202f-\\u205f", "\\u2e00-\\u2e7f"];
const symbols = ["\\u20a0-\\u20cf", "\\u2190-\\u2bff", "\\u3000-\\u3004", "\\u3008-\\u3020\\u3030"];
const between = new RegExp(`${oneOf(...latin, ...points, ...symbols)}+`, "g");

/** Scripts without spaces: each sign is a word. */
const alone = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/g;

/** Letters that Unicode does not take apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ "\u0142": "l", "\u00f8": "o", "\u0111": "d", "\u00f0": "d", "\u0127": "h", "\u0131": "i", "\u0167": "t" },
  ...{ "\u014b": "n", "\u01b6": "z", "\u0259": "e", "\u03c2": "\u03c3" },
  ...{ "\u00df": "ss", "\u00e6": "ae", "\u0153": "oe", "\u00fe": "th" },
};
const special = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

const folded = (text: string): string =>
  text
    .replace(/[`\u00b4]/g, "'")
    .normalize("NFKD")
    .replace(dropped, "")
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(alone, " $& ")
    .replace(between, " ");

/** A text as searches compare it: words of small letters without accents, one space before each. */
export const searchable = (text: string): string => {
  const plain = folded(text).replace(/ +/g, " ").trim();
  return plain === "" ? "" : ` ${plain}`;
};

/** "beginnings": only where words begin; "anywhere": parts of three signs or more inside words too. */
export type SearchMatch = "beginnings" | "anywhere";

const mostParts = 6;

/**
 * What a searchable text must hold, every part of it, to be found: the words of the search in any order, the first six.
 * Null: nothing was typed, which finds everything. Empty: only signs that no word has, which find nothing.
 */
export function searchParts(search: string, match: SearchMatch = "anywhere"): readonly string[] | null {
  if (search.trim() === "") return null;
  const parts = search.split(/\s+/u).map(searchable).filter(Boolean).slice(0, mostParts);
  return parts.map((part) => (match === "beginnings" || [...part].length <= 3 ? part : part.slice(1)));
}

const holds = (text: string, search: string, match: SearchMatch): boolean => {
  const parts = searchParts(search, match);
  return parts === null || (parts.length > 0 && parts.every((part) => text.includes(part)));
};

/** Whether a search finds a text. */
export const matchesSearch = (text: string, search: string): boolean => holds(searchable(text), search, "anywhere");

/** What a search finds of a list, in its order; those with words that begin as it says come first. */
export function findIn<One>(list: readonly One[], search: string, textOf: (one: One) => string): readonly One[] {
  const found = list
    .map((one) => ({ one, text: searchable(textOf(one)) }))
    .filter(({ text }) => holds(text, search, "anywhere"));
  const { true: first = [], false: rest = [] } = Object.groupBy(found, ({ text }) =>
    holds(text, search, "beginnings") ? "true" : "false",
  );
  return [...first, ...rest].map(({ one }) => one);
}

/** A text in parts, those that a search found in it marked. */
export function markedParts(text: string, search: string): readonly { at: number; text: string; hit: boolean }[] {
  const { plain, offsets } = withOffsets(text);
  const hits = (searchParts(search) ?? []).flatMap((part) => {
    const start = plain.indexOf(` ${part.trimStart()}`);
    const at = start < 0 ? plain.indexOf(part) : start + 1;
    return at < 0 ? [] : [{ from: offsets[at] ?? 0, to: offsets[at + part.trimStart().length] ?? text.length }];
  });
  const isHit = (at: number): boolean => hits.some(({ from, to }) => at >= from && at < to);
  const edges = [0, ...hits.flatMap(({ from, to }) => [from, to]), text.length].sort((a, b) => a - b);
  return edges
    .map((at, i) => ({ at, text: text.slice(at, edges[i + 1] ?? at), hit: isHit(at) }))
    .filter((part) => part.text !== "");
}

/** The searchable form of a text, and where each of its signs stands in the text itself. */
function withOffsets(text: string): { plain: string; offsets: readonly number[] } {
  const offsets = [0];
  let plain = " ";
  let at = 0;
  for (const sign of text) {
    for (const one of folded(sign)) {
      if (one === " " && plain.endsWith(" ")) continue;
      plain += one;
      for (let unit = 0; unit < one.length; unit += 1) offsets.push(at);
    }
    at += sign.length;
  }
  return { plain, offsets };
}
