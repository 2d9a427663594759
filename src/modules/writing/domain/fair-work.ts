/** Goes up with every change of the fair-work terms; an application keeps the version that was agreed to. */
export const FAIR_WORK_VERSION = "2026-11-1";

/** What writers and the operator promise each other before the first offer. */
export const fairWorkTerms: readonly string[] = [
  "I write every text myself. Where I used software to write or to check, I say so when I hand the work over.",
  "My sources exist and I have read what I quote. What I could not find, I say.",
  "I sit no exam or test for anybody and use nobody’s school account.",
  "I keep what clients send me to myself, and talk to them only here and under my pseudonym.",
  "I see pay, deadline and estimate before I take an order. I may decline any offer, and there are no fines.",
];
