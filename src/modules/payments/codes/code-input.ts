import { z } from "zod";
import { type Offer, offers } from "#src/modules/pricing/index.server.ts";
import { done, type FieldError, invalid, type Outcome } from "#src/shared/outcome.ts";
import { plainCode, readAmount, readCount, readWholePercent } from "#src/shared/typed-values.ts";
import { instantOf, isCalendarDate, isClockTime, isZone } from "#src/shared/zone.ts";
import { isCodeName, type PromotionTerms } from "../domain/promotion-code.ts";

const typed = z.string().trim().max(100).default("");

/** The form of a code as it was typed. `zone` is the one in which its times were read. */
export const codeForm = z.strictObject({
  code: typed,
  kind: z.enum(["percent", "fixed"], "Choose what the code takes off.").default("percent"),
  percent: typed,
  amount: typed,
  cap: typed,
  minimum: typed,
  fromDate: typed,
  fromTime: typed,
  untilDate: typed,
  untilTime: typed,
  zone: z.string().max(64).default(""),
  mostUses: typed,
  mostPerPerson: typed,
  services: z.array(z.enum(offers)).max(offers.length).default([]),
  firstOrderOnly: typed,
});
type CodeForm = z.infer<typeof codeForm>;

/** What a code row keeps of the form. */
export type CodeFields = Omit<PromotionTerms, "endedAt" | "services"> & { services: Offer[] };

const mostCents = 10_000_000;
const mostTimes = 1_000_000;

/** Reads the fields one by one, and keeps every sentence about a wrong one. */
function reader(form: CodeForm) {
  const wrong: FieldError[] = [];
  const fault = (path: keyof CodeForm, message: string): null => {
    wrong.push({ path, message });
    return null;
  };
  const amount = (path: "amount" | "cap" | "minimum"): number | null => {
    const read = readAmount(form[path]);
    if (!read.ok) return fault(path, read.message);
    if (read.value < 1) return fault(path, "Write an amount above 0.");
    return read.value <= mostCents ? read.value : fault(path, "Write at most 100,000.00.");
  };
  const times = (path: "mostUses" | "mostPerPerson"): number | null => {
    const count = readCount(form[path], { least: 1, most: mostTimes });
    return count.ok ? count.value : fault(path, count.message);
  };
  const moment = (name: "from" | "until", usual: string): Date | null => {
    const [date, time] = [form[`${name}Date`], form[`${name}Time`] || usual];
    if (date === "") return form[`${name}Time`] === "" ? null : fault(`${name}Date`, "Choose the day too.");
    if (!isCalendarDate(date)) return fault(`${name}Date`, "Write a date that exists, like 2027-03-15.");
    if (!isClockTime(time)) return fault(`${name}Time`, "Write the time as HH:MM.");
    const at = instantOf(date, time, isZone(form.zone) ? form.zone : "UTC");
    return at ?? fault(`${name}Time`, "The clocks change at this time. Choose another time.");
  };
  const percent = (): number | null => {
    const share = readWholePercent(form.percent);
    return share.ok && share.value >= 1 ? share.value : fault("percent", "Write a whole number from 1 to 100.");
  };
  const given = <T>(path: keyof CodeForm, read: () => T | null): T | null => (form[path] === "" ? null : read());
  return { wrong, fault, amount, times, moment, percent, given };
}

/** The end of a day that is named without a time: until its last minute. */
const endOfDay = "23:59";

/** The fields of a code from its form; refuses invalid with a sentence at each wrong field. */
export function readCodeFields(form: CodeForm): Outcome<CodeFields> {
  const { wrong, fault, amount, times, moment, percent, given } = reader(form);
  const byPercent = form.kind === "percent";
  const fields: CodeFields = {
    kind: form.kind,
    percent: byPercent ? percent() : null,
    cents: byPercent ? null : amount("amount"),
    capCents: byPercent ? given("cap", () => amount("cap")) : null,
    minimumCents: given("minimum", () => amount("minimum")) ?? 0,
    validFrom: moment("from", "00:00"),
    validUntil: moment("until", endOfDay),
    mostUses: given("mostUses", () => times("mostUses")),
    mostPerPerson: given("mostPerPerson", () => times("mostPerPerson")),
    services: form.services,
    firstOrderOnly: form.firstOrderOnly !== "",
  };
  const { validFrom, validUntil, mostUses, mostPerPerson } = fields;
  if (validFrom && validUntil && validUntil <= validFrom) fault("untilDate", "The end must be after the start.");
  if (mostUses && mostPerPerson && mostPerPerson > mostUses)
    fault("mostPerPerson", "This is more than the number of all uses.");
  return wrong.length > 0 ? invalid(wrong) : done(fields);
}

/** The name of a new code, tidied; refuses invalid. */
export function readCodeName(text: string): Outcome<string> {
  const name = plainCode(text);
  const message = "Use 3 to 24 letters, digits and dashes, like AUTUMN10.";
  return isCodeName(name) ? done(name) : invalid([{ path: "code", message }]);
}
