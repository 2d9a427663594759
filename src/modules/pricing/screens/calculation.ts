import { hourMs } from "#src/shared/units.ts";
import { instantOf, isZone, localOf } from "#src/shared/zone.ts";
import { EVENING } from "#src/ui/moment/moment.ts";
import {
  fieldsOf,
  isService,
  namesOf,
  type PricingTable,
  type QuoteField,
  type Service,
  stepDeadline,
  subjectsOf,
} from "../index.ts";

export type Answers = Readonly<Partial<Record<QuoteField, string>>>;

/** When the work is needed: hours from now, or, once somebody typed them, a date and a time. */
export type When = {
  readonly hours: string;
  readonly date: string;
  readonly time: string;
  readonly zone: string;
};

/** What the calculator holds: the chosen service, the answers of each service, and one deadline for all of them. */
export type Calculation = {
  readonly service: Service;
  readonly work: Readonly<Record<Service, Answers>>;
  readonly when: When;
};

const prefer = (names: readonly string[], wanted: string): string =>
  names.includes(wanted) ? wanted : (names[0] ?? "");

const workOf = (table: PricingTable): Record<Service, Answers> => {
  const subject = (service: Service, wanted: string) => prefer(subjectsOf(table, service), wanted);
  const writing = { pages: "5", citedSources: "6", spacing: "double" };
  const { programming, calculations } = table.technical;
  return {
    "non-technical": { subject: subject("non-technical", "Psychology"), orderType: "writing", ...writing },
    technical: { subject: subject("technical", "Engineering"), ...writing },
    programming: { projectSize: "small", projectType: prefer(namesOf(programming.projectType), "Web Development") },
    calculations: {
      course: prefer(namesOf(calculations.course), "Statistics"),
      software: prefer(namesOf(calculations.software), "SPSS"),
      pages: "1",
    },
    coursework: { subject: subject("coursework", "Mathematics") },
    quiz: {},
    test: {
      subject: subject("test", "Mathematics"),
      difficulty: "intermediate",
      testType: prefer(namesOf(table.quizTests.testType), "practice"),
    },
  };
};

export type Start = { readonly service: Service; readonly fields?: Answers; readonly hours?: number };

/** A calculation to start with: the preset of a page on top of sensible answers for every service. */
export const startCalculation = (
  table: PricingTable,
  { service, fields, hours = 168 }: Start,
  zone: string,
): Calculation => {
  const work = workOf(table);
  return {
    service,
    work: { ...work, [service]: { ...work[service], ...fields } },
    when: { hours: String(hours), date: "", time: "", zone },
  };
};

const workFields = (service: Service): readonly QuoteField[] =>
  fieldsOf[service].filter((field) => !field.startsWith("deadline"));

// The form always sends its hours; a chosen day wins over them.
const whenFrom = (query: URLSearchParams, before: When): When => {
  const date = query.get("deadlineDate") ?? before.date;
  const time = query.get("deadlineTime") ?? before.time;
  const hours = query.get("hours") ?? "";
  const zone = query.get("deadlineZone") ?? "";
  return {
    hours: /^\d{1,4}$/.test(hours) ? hours : before.hours,
    date,
    time,
    zone: isZone(zone) ? zone : before.zone, // the list offers no other; its refusal stands beside it
  };
};

/** Reads what the form without scripts wrote; what is missing stays as it was. */
export const fromQuery = (query: URLSearchParams, before: Calculation): Calculation => {
  const asked = query.get("service");
  const service = isService(asked) ? asked : before.service;
  const answers: Partial<Record<QuoteField, string>> = { ...before.work[service] };
  for (const field of workFields(service)) {
    const value = query.get(field);
    if (value !== null) answers[field] = value.slice(0, 200);
  }
  return { service, work: { ...before.work, [service]: answers }, when: whenFrom(query, before.when) };
};

/** The deadline as date and time in its zone: the day that was typed with its time, or the chosen hours from `now`. */
export const typedDeadline = ({ hours, date, time, zone }: When, now: Date): { date: string; time: string } =>
  date ? { date, time } : localOf(stepDeadline(now, Number(hours)), zone);

/** What the form sent, with the chosen hours as date and time from `now`: before scripts run it has no other deadline. */
export const withTypedDeadline = (
  { hours = "", ...fields }: Readonly<Record<string, string>>,
  now: Date,
): Record<string, string> => {
  const { deadlineDate = "", deadlineTime = "", deadlineZone: zone = "" } = fields;
  if (!/^\d{1,4}$/.test(hours) || !isZone(zone)) return fields;
  const { date, time } = typedDeadline({ hours, date: deadlineDate, time: deadlineTime, zone }, now);
  return { ...fields, deadlineDate: date, deadlineTime: time };
};

const DAY_HOURS = 24;

/**
 * The deadline that a form without steps proposes: the last evening inside the step of these hours, as people set deadlines. Steps of a
 * day or less have no evening of their own and keep their bound.
 */
export const proposedDeadline = (now: Date, hours: number, zone: string): { date: string; time: string } => {
  const bound = stepDeadline(now, hours);
  const days = [bound, new Date(bound.getTime() - DAY_HOURS * hourMs)];
  const evenings = days
    .map((day) => localOf(day, zone).date)
    .map((date) => ({ date, at: instantOf(date, EVENING, zone) }));
  const last = hours > DAY_HOURS ? evenings.find(({ at }) => at !== null && at <= bound) : undefined;
  return last ? { date: last.date, time: EVENING } : localOf(bound, zone);
};

/** What the price engine and the order form read: only the fields of the chosen service. */
export const toRaw = (calculation: Calculation, now: Date): Record<string, string> => {
  const { service, work, when } = calculation;
  const { date, time } = typedDeadline(when, now);
  const answers = workFields(service).map((field) => [field, work[service][field] ?? ""]);
  return { service, ...Object.fromEntries(answers), deadlineDate: date, deadlineTime: time, deadlineZone: when.zone };
};

/** The tabs of the calculator, in the order of the page. */
export const serviceTabs: readonly Service[] = [
  "non-technical",
  "technical",
  "programming",
  "calculations",
  "quiz",
  "test",
  "coursework",
];

/** The address of the calculator with all of these answers in it; whoever opens it sees the same work and its price. */
export const sharedAddress = (raw: Readonly<Record<string, string>>): string =>
  `/?${new URLSearchParams(raw)}#calculator`;
