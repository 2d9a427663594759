import { isMailAddress } from "#src/shared/mail-address.ts";
import { isZone } from "#src/shared/zone.ts";
import { valueAt } from "./leaves.ts";

type Rule = (text: string) => string | null;

const link: Rule = (text) =>
  text === "" || (/^https?:\/\//.test(text) && URL.canParse(text))
    ? null
    : "Write a whole address that starts with https://, or nothing.";
const needed: Rule = (text) => (text === "" ? "Write a few words." : null);

const textRules: Readonly<Record<string, Rule>> = {
  "site:name": needed,
  "site:hours": needed,
  "shop:closedWords": needed,
  "site:email": (text) => (isMailAddress(text) ? null : "Write a whole e-mail address, as support@example.com."),
  "site:whatsapp": (text) => (/^\d{0,15}$/.test(text) ? null : "Digits only, at most 15, with the country code."),
  "site:timeZone": (text) => (isZone(text) ? null : "Write a time zone by its name, as Europe/Berlin or UTC."),
  "site:social.facebook": link,
  "site:social.instagram": link,
  "site:social.linkedin": link,
  "site:social.x": link,
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
const rising = "Money back must not rise as the work continues: the step after this one gives more.";

/** Values of which one must not be above the other. */
const pairs: readonly Pair[] = [
  life("marginMinHours", "marginMaxHours", "At most must not be under at least."),
  life("holdReminderHours.0", "holdReminderHours.1", "The second reminder comes after the first."),
  life("restReminderHours.0", "restReminderHours.1", "The second reminder comes after the first."),
  life("reviewReminderPercents.0", "reviewReminderPercents.1", "The second reminder comes after the first."),
  rule("reviewDays", "longReviewDays", "Long orders have at least the time of short ones."),
  rule("revisionDays", "longRevisionDays", "Long orders have at least the time of short ones."),
  rule("refund.creditDayPercent", "refund.creditMaxPercent", "At most must not be under the part for a day."),
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
