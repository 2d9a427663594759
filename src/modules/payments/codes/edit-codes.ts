import { eq } from "drizzle-orm";
import { z } from "zod";
import { discountText } from "#src/modules/orders/index.ts";
import { type Offer, offers } from "#src/modules/pricing/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, type FieldError, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { plainCode, readAmount, readCount, readWholePercent } from "#src/shared/typed-values.ts";
import { actorId } from "#src/shared/viewer.ts";
import { instantOf, isCalendarDate, isClockTime, isZone } from "#src/shared/zone.ts";
import { canManageCodes } from "../domain/policy.ts";
import { discountTerms, isCodeName, type PromotionTerms } from "../domain/promotion-code.ts";
import { promotionCodes } from "./code-tables.ts";

const typed = z.string().trim().max(100).default("");

/** The form of a code as it was typed. `zone` is the one in which its times were read. */
const codeForm = z.strictObject({
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
type CodeFields = Omit<PromotionTerms, "endedAt" | "services"> & { services: Offer[] };

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
function readCodeFields(form: CodeForm): Outcome<CodeFields> {
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
function readCodeName(text: string): Outcome<string> {
  const name = plainCode(text);
  const message = "Use 3 to 24 letters, digits and dashes, like AUTUMN10.";
  return isCodeName(name) ? done(name) : invalid([{ path: "code", message }]);
}

type CodeRow = typeof promotionCodes.$inferSelect;

/** Who sets prices may give something off them, by a fresh sign-in; others learn nothing. */
const forCodes = (work: Work): Outcome<null> =>
  canManageCodes(work.viewer) ? (mustBeFresh(work) ?? done(null)) : notFound();

const note = (work: Work, action: string, { id, code }: Pick<CodeRow, "id" | "code">, fields?: CodeFields): void =>
  work.audit({
    action,
    subject: id,
    detail: { code, ...(fields && { off: discountText(discountTerms({ ...fields, endedAt: null })) }) },
  });

/** Makes a code. Refusals: not-found, step-up, invalid (a field, or a name that there is already). */
export const makeCode = command<z.infer<typeof codeForm>, { id: string }>("payments.make-code", {
  input: codeForm,
  run: async (work, form) => {
    const allowed = forCodes(work);
    if (!allowed.ok) return allowed;
    const name = readCodeName(form.code);
    const fields = readCodeFields(form);
    const wrong = [name, fields].flatMap((one) => (one.ok ? [] : (one.fields ?? [])));
    if (!name.ok || !fields.ok) return invalid(wrong);
    const row = {
      ...{ id: newId(), code: name.value, ...fields.value },
      ...{ createdBy: actorId(work.viewer), createdAt: work.now, updatedAt: work.now },
    };
    const [made] = await work.tx.insert(promotionCodes).values(row).onConflictDoNothing().returning();
    if (!made) return invalid([{ path: "code", message: "A code with this name exists already." }]);
    note(work, "codes.made", made, fields.value);
    return done({ id: made.id });
  },
});

const stale = refuse("conflict", "Somebody changed this code since you opened it. Look at it again, then save.");

/** The row of a code, locked; whoever enters it waits until it is changed. */
async function lockCode(work: Work, id: string): Promise<CodeRow | undefined> {
  const [row] = await work.tx.select().from(promotionCodes).where(eq(promotionCodes.id, id)).for("update");
  return row;
}

const changeInput = codeForm.omit({ code: true }).extend({ id: z.uuid(), seen: z.coerce.number().int() });

/**
 * Changes what a code says, from now on: on orders that have it, it stays as it was entered. Refusals: not-found,
 * step-up, invalid, conflict (ended, or changed meanwhile).
 */
export const changeCode = command<z.infer<typeof changeInput>, { code: string }>("payments.change-code", {
  input: changeInput,
  run: async (work, { id, seen, ...form }) => {
    const allowed = forCodes(work);
    if (!allowed.ok) return allowed;
    const fields = readCodeFields({ ...form, code: "" });
    if (!fields.ok) return fields;
    const row = await lockCode(work, id);
    if (!row) return notFound();
    if (row.endedAt) return refuse("conflict", "This code has ended. Make a new one.");
    if (row.version !== seen) return stale;
    const after = { ...fields.value, version: row.version + 1, updatedAt: work.now };
    await work.tx.update(promotionCodes).set(after).where(eq(promotionCodes.id, id));
    note(work, "codes.changed", row, fields.value);
    return done({ code: row.code });
  },
});

/** Nobody can enter it any more; orders that have it keep it. Ended twice is done. Refuses not-found. */
export const endCode = command<{ id: string }, { code: string }>("payments.end-code", {
  input: z.strictObject({ id: z.uuid() }),
  run: async (work, { id }) => {
    if (!canManageCodes(work.viewer)) return notFound();
    const row = await lockCode(work, id);
    if (!row) return notFound();
    if (row.endedAt) return done({ code: row.code });
    const after = { endedAt: work.now, version: row.version + 1, updatedAt: work.now };
    await work.tx.update(promotionCodes).set(after).where(eq(promotionCodes.id, id));
    note(work, "codes.ended", row);
    return done({ code: row.code });
  },
});
