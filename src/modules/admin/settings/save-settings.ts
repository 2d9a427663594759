import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { readSetting, type Setting } from "#src/platform/settings.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { isMailAddress } from "#src/shared/mail-address.ts";
import { done, type FieldError, invalid, notFound, type Outcome } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { settingsCatalogue } from "./catalogue.ts";
import type { SettingField } from "./fields.ts";
import { valueAt } from "./fields.ts";
import { moneySettings } from "./rows.ts";

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

/** A control that was changed: what it showed when the page was opened, and what it says now. */
const edit = z.strictObject({ name: z.string().max(200), was: z.string().max(5000), is: z.string().max(5000) });
const input = z.strictObject({ edits: z.array(edit).max(300) });
type Edit = z.infer<typeof edit>;
type Known = Edit & { field: SettingField };

/** The document with the edits in it, and what is wrong with them. */
function edited(setting: Setting<unknown>, stored: unknown, edits: readonly Known[]) {
  let document = stored;
  const problems: FieldError[] = [];
  for (const { name, was, is, field } of edits) {
    const now = field.show(stored);
    if (is === now) continue;
    const read = field.read(is);
    const problem = read.ok ? textProblem(name, is.trim()) : read.message;
    if (problem) problems.push({ path: name, message: problem });
    else if (now !== was) problems.push({ path: name, message: changedMeanwhile(now, is, field.unit) });
    else if (read.ok) document = field.put(document, read.value);
  }
  const checked = setting.schema.safeParse(document);
  if (problems.length === 0 && !checked.success)
    problems.push({ path: edits[0]?.name ?? "", message: "This value cannot be saved together with the others." });
  return { document, problems: [...problems, ...pairProblems(setting.key, document)] };
}

const changedMeanwhile = (theirs: string, yours: string, unit: string): string =>
  `Somebody else changed it too. Theirs: ${theirs || "empty"} ${unit}. Yours: ${yours || "empty"} ${unit}. Save again to keep yours.`;

async function saveOne(work: Work, setting: Setting<unknown>, edits: readonly Known[]): Promise<Outcome<number>> {
  const { value, version } = await readSetting(work.tx, setting);
  const { document, problems } = edited(setting, value, edits);
  if (problems.length > 0) return invalid(problems);
  if (document === value) return done(0);
  return saveSetting(work, setting, document, version);
}

/**
 * Saves single values of settings. Each is compared with what its page showed, so that two admins who change different
 * values do not stand in each other's way. Needs `settings`, and a fresh sign-in where money is decided. Gives the
 * number of documents that changed.
 */
export const saveSettings = seenAtOnce(
  command<z.infer<typeof input>, number>("admin.save-settings", {
    input,
    run: async (work, { edits }) => {
      if (!canChangeSettings(work.viewer)) return notFound();
      const { all } = settingsCatalogue();
      const known = edits.flatMap((one) => {
        const field = all.get(one.name);
        return field ? [{ ...one, field }] : [];
      });
      if (known.length < edits.length) return notFound();
      const bySetting = Map.groupBy(known, ({ field }) => field.setting);
      const mine = [...bySetting.keys()].some(({ key }) => moneySettings.includes(key));
      const stale = mine ? mustBeFresh(work) : null;
      if (stale) return stale;
      const problems: FieldError[] = [];
      let saved = 0;
      for (const [setting, own] of bySetting) {
        const outcome = await saveOne(work, setting, own);
        if (!outcome.ok && outcome.code !== "invalid") return outcome;
        if (outcome.ok) saved += outcome.value > 0 ? 1 : 0;
        else problems.push(...(outcome.fields ?? []));
      }
      return problems.length > 0 ? invalid(problems) : done(saved);
    },
  }),
);
