import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { readSetting, type Setting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, type FieldError, invalid, notFound, type Outcome } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { settingsCatalogue } from "./catalogue.ts";
import { pairProblems, textProblem } from "./checks.ts";
import type { SettingField } from "./fields.ts";
import { moneySettings } from "./rows.ts";

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
