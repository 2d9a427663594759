/** Goes up with every change of the terms; an order keeps the version that was accepted. */
export const TERMS_VERSION = "2026-11-3";

/** Goes up with every change of the fair-use promise. */
export const FAIR_USE_VERSION = "2026-11-1";

/** What everybody promises who places an order. */
export const fairUsePromise: readonly string[] = [
  "I use the work to study, to learn a method, or as a model for my own work.",
  "I know the rules of my school about outside help, and I follow them.",
  "This is not a live exam, nobody sits a test for me, and I share no school log-in.",
];
