import { lookalikes } from "../characters.ts";

/** A sentence as the rules read it: words of plain letters between single spaces, one before and one behind. */
export type Sentence = {
  plain: string;
  /** Where each letter stands in the text as it was typed. */
  places: readonly number[];
  /** Letters that only look like these, or digits in their place. */
  disguised: ReadonlySet<number>;
};

const invisible = /\u00ad|\u034f|\u0640|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff/;
/** Accents of Latin, Greek and Cyrillic letters, vowels of Arabic ones, the dot of Devanagari ones. */
const accents = /[\u0300-\u036f\u064b-\u0655\u0670\u093c]/g;
const wordSign = /[\p{L}\p{N}\p{M}]/u;
/** No Chinese sign comes before it. */
const beforeHan = "\u2e7f";
const han = /\p{Script=Han}/u;
const same: Readonly<Record<string, string>> = { ß: "ss", ı: "i", ى: "ي", ة: "ه", ø: "o", ł: "l", æ: "ae", œ: "oe" };
const digitLetters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "@": "a",
  $: "s",
};

/** Most of a text, by character code: Latin letters and the space, which stand for themselves. */
const usualSigns: readonly (string | undefined)[] = Array.from({ length: 123 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[a-z ]/i.test(sign) ? sign.toLowerCase() : undefined;
});

/** One sign in small plain letters; "" for what nobody sees, " " for what is no part of a word. */
function plainSign(sign: string): string {
  if (invisible.test(sign)) return "";
  const bare = sign.normalize("NFKD").toLowerCase().replace(accents, "");
  if (bare === "" || !wordSign.test(bare)) return bare === "" ? "" : " ";
  return same[bare] ?? bare;
}

/** A phrase of the word lists in the letters of `plainSentences`. */
export const plainPhrase = (phrase: string): string =>
  [...phrase]
    .map((sign) => ("*_^".includes(sign) ? sign : plainSign(sign)))
    .join("")
    .replace(/(?<=\p{Script=Han})(?=[a-z0-9])|(?<=[a-z0-9])(?=\p{Script=Han})/gu, " ");

const ends = (sign: string, next: string): boolean =>
  "\n\u3002\uff01\uff1f\u061f\u0964\u061b\uff1b".includes(sign) ||
  (".!?;".includes(sign) && (next === "" || /\s/.test(next)));

/** Characters. Longer sentences are read in pieces that overlap by half, so that a text costs what its length costs. */
const pieceLength = 500;

export function plainSentences(text: string, known: () => ReadonlySet<string>): readonly Sentence[] {
  const likeLatin = lookalikes(text);
  const sentences: Sentence[] = [];
  let letters: string[] = [" "];
  let places: number[] = [0];
  let disguised = new Set<number>();
  const add = (letter: string, at: number): void => {
    if (letter === " " && letters.at(-1) === " ") return;
    letters.push(letter);
    places.push(at);
  };
  const close = (): void => {
    add(" ", places.at(-1) ?? 0);
    if (letters.length > 2) sentences.push(...pieces(joined({ plain: letters.join(""), places, disguised }, known)));
    [letters, places, disguised] = [[" "], [0], new Set()];
  };
  let before = "";
  for (let at = 0; at < text.length; ) {
    const usual = usualSigns[text.charCodeAt(at)];
    if (usual !== undefined) {
      if (parted(letters.at(-1) ?? "", usual)) add(" ", at);
      add(usual, at);
      before = usual;
      at += 1;
      continue;
    }
    const typed = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const next = text.charAt(at + typed.length);
    const like = likeLatin.get(at) ?? (/[a-z]/i.test(before) && /[a-z]/i.test(next) ? digitLetters[typed] : undefined);
    if (ends(typed, next)) close();
    else {
      const signs = plainSign(like ?? typed);
      if (signs !== "" && parted(letters.at(-1) ?? "", signs)) add(" ", at);
      if (signs !== "" && like !== undefined) disguised.add(letters.length);
      for (const letter of signs.split("")) add(letter, at);
    }
    if (!invisible.test(typed)) before = typed;
    at += typed.length;
  }
  close();
  return sentences;
}

/** Chinese has no spaces: its signs are parted from the letters beside them. */
const parted = (last: string, next: string): boolean =>
  (last > beforeHan || next > beforeHan) && last !== " " && next !== " " && han.test(last) !== han.test(next);

/** "t a k e m y e x a m": a row of single letters is read as the words it spells; spaces between Chinese signs go. */
function joined(sentence: Sentence, known: () => ReadonlySet<string>): Sentence {
  const { plain, places, disguised } = sentence;
  const rows = [...plain.matchAll(/(?<= )(?:\p{L} ){4,}\p{L}(?= )|(?<=\p{Script=Han}) (?=\p{Script=Han})/gu)];
  if (rows.length === 0) return sentence;
  const made = { letters: [] as string[], places: [] as number[], disguised: new Set<number>() };
  const add = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      if (disguised.has(at)) made.disguised.add(made.letters.length);
      made.letters.push(plain.charAt(at));
      made.places.push(places[at] ?? 0);
    }
  };
  let done = 0;
  for (const { 0: row, index } of rows) {
    add(done, index);
    let at = index;
    for (const word of row === " " ? [] : spelled(row.replaceAll(" ", ""), known())) {
      if (at > index) add(at - 1, at);
      for (const _ of word) {
        add(at, at + 1);
        at += 2;
      }
    }
    done = index + row.length;
  }
  add(done, plain.length);
  return { ...made, plain: made.letters.join("") };
}

/** The longest known words from the left; letters that begin none stay together. */
function spelled(letters: string, known: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  let rest = "";
  for (let at = 0; at < letters.length; ) {
    let length = Math.min(16, letters.length - at);
    while (length > 1 && !known.has(letters.slice(at, at + length))) length--;
    if (length > 1) {
      found.push(...(rest === "" ? [] : [rest]), letters.slice(at, at + length));
      rest = "";
    } else rest += letters.charAt(at);
    at += length;
  }
  return rest === "" ? found : [...found, rest];
}

function pieces({ plain, places, disguised }: Sentence): readonly Sentence[] {
  if (plain.length <= pieceLength) return [{ plain, places, disguised }];
  const all: Sentence[] = [];
  const step = pieceLength / 2;
  for (let from = 0; from === 0 || from + step < plain.length; from += step)
    all.push({
      plain: plain.slice(from, from + pieceLength),
      places: places.slice(from, from + pieceLength),
      disguised: new Set([...disguised].filter((at) => at >= from && at < from + pieceLength).map((at) => at - from)),
    });
  return all;
}
