import { isMailAddress } from "#src/shared/mail-address.ts";
import { isZone } from "#src/shared/zone.ts";
import { valueAt } from "./leaves.ts";

type Rule = (text: string) => string | null;

const needed: Rule = (text) => (text === "" ? "Write a few words." : null);

const textRules: Readonly<Record<string, Rule>> = {
  "site:name": needed,
  "site:hours": needed,
  "shop:closedWords": needed,
  "site:email": (text) => (isMailAddress(text) ? null : "Write a complete e-mail address, like support@example.com."),
  "site:whatsapp": (text) => (/^\d{0,15}$/.test(text) ? null : "Digits only, at most 15, with the country code."),
  "site:timeZone": (text) => (isZone(text) ? null : "Write the name of a time zone, like Europe/Berlin or UTC."),
};

/** What is wrong with the text of a setting beyond its length, or null. */
export const textProblem = (name: string, text: string): string | null =>
  (Object.hasOwn(textRules, name) && textRules[name]?.(text)) || null;

type Pair = { key: string; lower: string; upper: string; message: string };
const pairsOf =
  (key: string) =>
  (lower: string, upper: string, message: string): Pair => ({ key, lower, upper, message });
const life = pairsOf("orders.life");
const rule = pairsOf("orders.rules");
const rising = "A later step must not give more money back than an earlier one. The next step gives more.";

/** Values of which one must not be above the other. */
const pairs: readonly Pair[] = [
  life("marginMinHours", "marginMaxHours", "The highest value must not be below the lowest one."),
  life("holdReminderHours.0", "holdReminderHours.1", "The second reminder must come after the first."),
  life("restReminderHours.0", "restReminderHours.1", "The second reminder must come after the first."),
  life("reviewReminderPercents.0", "reviewReminderPercents.1", "The second reminder must come after the first."),
  rule("reviewDays", "longReviewDays", "Long orders need at least as much time as short ones."),
  rule("revisionDays", "longRevisionDays", "Long orders need at least as much time as short ones."),
  rule(
    "refund.creditDayPercent",
    "refund.creditMaxPercent",
    "The highest value must not be below the part for one day.",
  ),
  rule("refund.earlyUnopenedPercent", "refund.unstartedPercent", rising),
  rule("refund.earlyOpenedPercent", "refund.earlyUnopenedPercent", rising),
  rule("refund.lateHalfPercent", "refund.earlyOpenedPercent", rising),
];

const figure = (document: unknown, path: string): number =>
  Number(
    valueAt(
      document,
      path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    ),
  );

/** Pairs of a document that stand the wrong way round, as messages by the name of the upper control. */
export const pairProblems = (key: string, document: unknown): { path: string; message: string }[] =>
  pairs
    .filter((pair) => pair.key === key && figure(document, pair.lower) > figure(document, pair.upper))
    .map(({ upper, message }) => ({ path: `${key}:${upper}`, message }));
