/** A number in figures: "1,200", "0.5". The first use of `Intl` in a page costs a browser 30 ms. */
export const figures = (value: number): string => {
  const [whole = "", decimals] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
};

/** A count with its noun: "1 file", "1,200 words", "3 lines of code"; `more` where the plural is not `one` + "s". */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${figures(count)} ${count === 1 ? one : more}`;

/** Texts one after the other: "a", "a and b", "a, b and c". */
export const andList = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** Where counts usually end; one more stands for "more than". */
export const countMost = 99;

/** "1", "12", "99+": a count that is not followed beyond `most`. */
export const countUpTo = (count: number, most = countMost): string => (count > most ? `${most}+` : String(count));

/** The same in words: "7", "more than 99". */
export const countLabel = (count: number, most: number): string =>
  count > most ? `more than ${most}` : figures(count);
