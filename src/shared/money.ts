import { type Decimal, formatDecimal } from "./decimal.ts";

/** Whole US cents. A safe integer, negative for what is taken away. */
export type Cents = number;

/** So many percent of an amount, half a cent (or millisecond) up. Both are whole numbers, so nothing is lost in between. */
export const percentOf = (cents: Cents, percent: number): Cents => Math.floor((cents * percent + 50) / 100);

/** How many whole percent of `all` a part is, rounded down; 0 of nothing. */
export const percentIn = (part: number, all: number): number => (all === 0 ? 0 : Math.floor((part * 100) / all));

/** How many percent of `all` a part is, from 0 to 100 and with one decimal: how far a bar reaches. All of nothing. */
export const barPercent = (part: number, all: number): number =>
  all <= 0 ? 100 : Math.max(0, Math.min(100, Math.round((part * 1000) / all) / 10));

const MINUS = "\u2212";
/** A comma before each three digits from the right. The first use of `Intl` in a page costs a browser 30 ms. */
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ",");

const parts = (cents: Cents): { negative: boolean; digits: string } => {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not whole cents: ${cents}`);
  const text = String(Math.abs(cents)).padStart(3, "0");
  return { negative: cents < 0, digits: `${text.slice(0, -2)}.${text.slice(-2)}` };
};

/** "1234567.50" as "$1,234,567.50". */
const spoken = (digits: string): string => {
  const [whole = "", decimals = ""] = digits.split(".");
  return `$${grouped(whole)}.${decimals}`;
};

/** For machines: "126.00", "-11.70". */
export const usdString = (cents: Cents): string => {
  const { negative, digits } = parts(cents);
  return `${negative ? "-" : ""}${digits}`;
};

/** For people: "$1,500.00"; the minus is U+2212. */
export const formatUsd = (cents: Cents): string => {
  const { negative, digits } = parts(cents);
  return `${negative ? MINUS : ""}${spoken(digits)}`;
};

/** An effect on a slip: "+ $8.40", "− $11.70", and "no change" for 0. */
export const formatChange = (cents: Cents): string => {
  if (cents === 0) return "no change";
  return `${cents < 0 ? MINUS : "+"} ${formatUsd(Math.abs(cents))}`;
};

/** An exact amount with all its decimals, two at least: "$84.00", "$16.125". */
export const formatUsdExact = (amount: Decimal): string => {
  const text = formatDecimal(amount, 2);
  return text.startsWith("-") ? `${MINUS}${spoken(text.slice(1))}` : spoken(text);
};
