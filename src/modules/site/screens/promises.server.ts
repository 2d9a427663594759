import type { LifeSettings } from "#src/modules/orders/index.ts";

/** What the operator can be held to, in sentences printed from the settings that the engine uses. */
export const promises = (settings: LifeSettings): readonly string[] => [
  "The total on your slip is the total you pay.",
  "You see the status of your order at every step.",
  `After delivery you have ${settings.reviewDays} days to read the work and ask for a revision against your brief.`,
  `If we miss the deadline and you no longer want the work, ${settings.refund.missedPercent}% of the price goes back.`,
  "Support answers day and night.",
];
