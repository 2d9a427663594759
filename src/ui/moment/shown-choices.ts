import { type Cents, formatUsd } from "#src/shared/money.ts";

const LONGEST_EXACT = 99_999;

/** "$1,235" of $1,234.01: up to the next whole dollar. */
const dollarsUp = (cents: Cents): string => formatUsd(cents + ((100 - (cents % 100)) % 100)).slice(0, -3);

/** A total as a day of the calendar has room for it; a large one without its cents, rounded up. */
export const dayTotal = (cents: Cents): { about: boolean; text: string } =>
  cents <= LONGEST_EXACT ? { about: false, text: formatUsd(cents) } : { about: true, text: dollarsUp(cents) };

const quarters = Array.from({ length: 96 }, (_, at) => {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`;
});

/** The quarter hours of a day, and the chosen time where it is none of them. */
export const timesWith = (chosen: string): readonly string[] =>
  chosen === "" || quarters.includes(chosen) ? quarters : [...quarters, chosen].sort();
