import { isService, stepDeadline } from "#src/modules/pricing/index.ts";
import { isZone, localOf } from "#src/shared/zone.ts";
import { orderFormFields } from "../../placing/read-form.ts";

export type Values = Record<string, string>;

const versionNames = ["termsVersion", "privacyVersion", "fairUseVersion"] as const;

/** Which versions of what is accepted the page of this form had shown. */
export const versionsIn = (values: Values): Values =>
  Object.fromEntries(versionNames.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));

const ownNames = [
  "intent",
  "idempotencyKey",
  "confirmTotalCents",
  "quoteId",
  "quoteDeadline",
  "hours",
  "files",
  "consent",
  "checklistGuess",
  "tutoringIn",
  ...versionNames,
];

/** What of a posted form is kept through a sign-in: the fields that the form has, whatever else was sent with them. */
export const formFields = (values: Values): Values => {
  const known: readonly string[] = [...orderFormFields, ...ownNames];
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== "intent" && known.includes(name)));
};

/** The fields of the order: what only the page needs is taken out, and the deadline is one of its spellings. */
export const orderFields = (values: Values, now: Date, defaultZone: string): Values => {
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !ownNames.includes(name)));
  const consents: Values = values.consent === "on" ? { fairUse: "on", age: "on" } : {};
  // Points that nobody touched are made anew of what was ordered, also where no script did.
  const untouched = "checklist" in values && values.checklist === values.checklistGuess;
  return { ...fields, ...(untouched && { checklist: "" }), ...consents, ...deadlineOf(values, now, defaultZone) };
};

/** A chosen day wins; without one the chosen step of the deadline steps counts, from the server's clock, and no time. */
const deadlineOf = (values: Values, now: Date, defaultZone: string): Values => {
  const { deadlineDate = "", deadlineTime = "", hours = "", quoteDeadline = "" } = values;
  const zone = values.deadlineZone || defaultZone;
  if (!isZone(zone)) return {};
  if (deadlineDate) {
    const same = quoteDeadline && sameMinute(quoteDeadline, zone, `${deadlineDate} ${deadlineTime}`);
    return same ? { deadline: quoteDeadline, deadlineDate: "", deadlineTime: "" } : {};
  }
  if (!isService(values.service) || !/^\d{1,4}$/.test(hours)) return { deadlineTime: "" };
  const { date, time } = localOf(stepDeadline(now, Number(hours)), zone);
  return { deadlineDate: date, deadlineTime: time, deadlineZone: zone };
};

/** A quote may name seconds, which a form cannot: its own instant is kept while the minute is the same. */
const sameMinute = (instant: string, zone: string, typed: string): boolean => {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return false;
  const { date, time } = localOf(at, zone);
  return `${date} ${time}` === typed;
};
