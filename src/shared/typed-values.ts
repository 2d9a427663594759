import { figures } from "./counted.ts";
import { type Decimal, parseDecimal, toCents } from "./decimal.ts";
import type { Cents } from "./money.ts";

/** What a typed text means, or a sentence that says why it cannot be read. */
export type TypedNumber<T = number> = { ok: true; value: T } | { ok: false; message: string };

const grouped = /^[1-9]\d{0,2}(?:([, '\u2019\u00a0\u202f])\d{3})(?:\1\d{3})*(\.\d+)?$/;
const plain = /^\d{0,13}(\.\d+)?$/;
const decimalComma = /\d,\d{1,2}(?!\d)|^0+,\d|\.\d{3},|^\d*,\d{4,}/;

/** Digits with a point: groups of thousands are joined, leading zeros go. Null for what is no such number. */
function digitsOf(text: string): string | null {
  const joined = grouped.test(text) ? text.replace(/[, '\u2019\u00a0\u202f]/g, "") : text;
  if (joined === "" || !plain.test(joined)) return null;
  return joined.startsWith(".") ? `0${joined}` : joined;
}

type Kind = { example: string; places: number; what: string };

function reasonFor(text: string, { example, places, what }: Kind): string {
  if (decimalComma.test(text)) {
    const swapped = text.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."));
    return `Write a point where you wrote the comma: ${digitsOf(swapped) ? swapped : example}. A comma only groups thousands.`;
  }
  if (/^[-\u2212(]|^[$]\s*[-\u2212]/u.test(text)) return `Write ${what} without a minus, like ${example}.`;
  const digits = /^\d+\.(\d+)$/.exec(text)?.[1];
  if (digits && places === 0) return `Write ${what}, like ${example}.`;
  if (digits && digits.length > places) return `Write at most ${places} digits after the point, like ${example}.`;
  return `Write ${what}, like ${example}.`;
}

function read(text: string, kind: Kind): TypedNumber<Decimal> {
  const digits = digitsOf(text);
  const value = digits === null ? null : parseDecimal(digits);
  if (value && value.scale <= kind.places) return { ok: true, value };
  return { ok: false, message: reasonFor(text, kind) };
}

const mark = /^(?:\$|usd|\+)\s*|\s*(?:\$|usd|\+)$/gi;

/** An amount without the one mark that it may begin or end with. */
const withoutMark = (text: string): string => {
  const trimmed = text.trim();
  return (trimmed.match(mark)?.length ?? 0) > 1 ? trimmed : trimmed.replace(mark, "");
};

/**
 * An amount of US dollars as people type it: a point before the cents, a comma, space or apostrophe between thousands, a
 * `$`, `USD` or plus before or after it. Gives cents of zero or more; refuses everything else with the reason.
 */
export const readAmount = (text: string): TypedNumber<Cents> => {
  const kind = { example: "112.50", places: 2, what: "an amount in US dollars" };
  const found = read(withoutMark(text), kind);
  return found.ok ? { ok: true, value: toCents(found.value) } : found;
};

/** A percentage from 0 to 100 with at most two decimals and perhaps `%` after it. Gives hundredths of a percent. */
export const readPercent = (text: string): TypedNumber => {
  const kind = { example: "7.5", places: 2, what: "a percentage from 0 to 100" };
  const found = read(text.trim().replace(/\s*%$/, ""), kind);
  if (!found.ok) return found;
  const hundredths = toCents(found.value);
  return hundredths <= 10_000 ? { ok: true, value: hundredths } : { ok: false, message: `Write ${kind.what}.` };
};

/** A percentage without decimals. Gives whole percent from 0 to 100. */
export const readWholePercent = (text: string): TypedNumber => {
  const found = readPercent(text);
  if (found.ok && found.value % 100 === 0) return { ok: true, value: found.value / 100 };
  return { ok: false, message: "Write a whole percentage from 0 to 100, like 60." };
};

/** Bounds of a count, both included. */
export type CountBounds = { least?: number; most?: number };

/** A whole number of zero or more inside its bounds; thousands may be grouped. */
export const readCount = (text: string, { least = 0, most = 9_999_999_999 }: CountBounds = {}): TypedNumber => {
  const bounded = most < 9_999_999_999;
  const what = bounded ? `a whole number from ${figures(least)} to ${figures(most)}` : "a whole number";
  const digits = digitsOf(text.trim());
  const value = digits === null || digits.includes(".") ? Number.NaN : Number(digits);
  if (value >= least && value <= most) return { ok: true, value };
  return { ok: false, message: `Write ${what}${bounded ? "" : ", like 12"}.` };
};

/** A price or a factor of the price list: an exact decimal of zero or more with at most four decimals. */
export const readDecimal = (text: string): TypedNumber<Decimal> =>
  read(withoutMark(text), { example: "1.25", places: 4, what: "a number" });

/** The digit of another script (Arabic, full-width) in ASCII: the ten digits of a script stand in a row (Unicode, category Nd). */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let zero = at;
  while (at - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(at - zero);
}

/**
 * A code as it is kept, of what somebody typed or pasted: capitals and ASCII digits, one kind of dash; without spaces and
 * without characters that nobody sees. For one-time codes, promotion codes and order numbers.
 */
export const plainCode = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\p{Nd}/gu, asciiDigit)
    .toUpperCase();

/** A reference of a bank or a provider as it is compared: letters and digits alone. The function of migration one-search. */
export const plainReference = (text: string): string => plainCode(text).replace(/[^A-Z0-9]/g, "");
