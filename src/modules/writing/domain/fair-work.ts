/** Goes up with every change of the fair-work terms; an application keeps the version that was agreed to. */
export const FAIR_WORK_VERSION = "2026-11-2";

/** What writers and the operator promise each other before the first offer. */
export const fairWorkTerms: readonly string[] = [
  "I write every text myself. Where I used software to write or to check, I say so when I deliver the work.",
  "My sources exist and I have read what I quote. I say what I could not find.",
  "I sit no exam or test for anybody and use nobody’s school account.",
  "I show nobody what clients send me, and I talk to clients only here and under my pseudonym.",
  "I see pay, deadline and estimate before I take an order. I may decline any offer, and there are no fines.",
];
