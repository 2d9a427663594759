import { usdString } from "#src/shared/money.ts";

/** Dollars in a spreadsheet: below zero it must be a number, because a text with a minus counts as a formula. */
export const amountOf = (cents: number): string | number => (cents < 0 ? Number(usdString(cents)) : usdString(cents));
