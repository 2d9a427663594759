import { digestOf } from "#src/modules/files/index.ts";
import { type AcademicLevel, academicLevels } from "#src/shared/academic-level.ts";
import { counted } from "#src/shared/counted.ts";
import { countryName, isCountry } from "#src/shared/countries.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { isZone, zoneLabel } from "#src/shared/zone.ts";

/** An application as its form has it: a text for each field, "" or missing where it is empty. */
export type ApplicationFields = Readonly<Record<string, string>>;

/** draft: not sent yet; asked: something is missing, and it can be changed and sent again. */
export type ApplicationState = "draft" | "sent" | "asked" | "accepted" | "declined";

/** The steps of the form, in their order. */
export const applicationSteps = ["You", "What you write", "Samples", "A short task", "Fair-work terms"] as const;
export type StepNumber = 1 | 2 | 3 | 4 | 5;
export const lastStep = applicationSteps.length;

/** What "all" shows: every step on one page. */
export type ShownStep = StepNumber | "all";
export const readStep = (text: string | null | undefined): ShownStep => {
  if (text === "all") return "all";
  return ([2, 3, 4, 5] as const).find((step) => String(step) === text) ?? 1;
};

export const kindsOfWork = {
  essays: "Essays and papers",
  editing: "Editing",
  proofreading: "Proofreading",
  technical: "Technical writing",
  programming: "Programming",
  calculations: "Calculations",
  coursework: "Coursework",
  tests: "Practice quizzes and tests",
} as const;
type Kind = keyof typeof kindsOfWork;
const kinds = Object.keys(kindsOfWork) as Kind[];

export const fluencies = { first: "My first language", near: "Like my first language", good: "Well" } as const;
type Fluency = keyof typeof fluencies;
const isFluency = (text: string): text is Fluency => Object.hasOwn(fluencies, text);
const isLevel = (text: string): text is AcademicLevel => (academicLevels as readonly string[]).includes(text);

export const subjectRows = 5;
export const languageRows = 4;
export const leastSamples = 2;
export const taskLength = { least: 120, most: 600 };

export type Application = {
  name: string;
  country: string;
  timeZone: string;
  hours: string;
  background: string;
  kinds: readonly Kind[];
  subjects: readonly WriterSubject[];
  languages: readonly { name: string; fluency: Fluency }[];
  task: string;
  agreed: boolean;
};

const textOf = (fields: ApplicationFields, name: string): string => (fields[name] ?? "").trim();
const rowsOf = <T>(most: number, read: (at: number) => T | null): T[] =>
  Array.from({ length: most }, (_, at) => read(at + 1)).filter((one): one is T & NonNullable<T> => one !== null);

/** The rows with a name; of one that stands there twice the first counts. */
const once = <T extends { name: string }>(rows: readonly T[]): T[] =>
  rows.filter(({ name }, at) => rows.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) === at);

/** What the fields say, whether it is enough or not. */
export const readApplication = (fields: ApplicationFields): Application => ({
  name: textOf(fields, "name").slice(0, 100),
  country: textOf(fields, "country"),
  timeZone: textOf(fields, "timeZone"),
  hours: textOf(fields, "hours"),
  background: textOf(fields, "background"),
  kinds: kinds.filter((kind) => fields[`kind-${kind}`] === "on"),
  subjects: once(
    rowsOf(subjectRows, (at) => {
      const [name, upTo] = [textOf(fields, `subject-${at}`), textOf(fields, `level-${at}`)];
      return name && isLevel(upTo) ? { name: name.slice(0, 100), upTo } : null;
    }),
  ),
  languages: once(
    rowsOf(languageRows, (at) => {
      const [name, fluency] = [textOf(fields, `language-${at}`), textOf(fields, `fluency-${at}`)];
      return name && isFluency(fluency) ? { name: name.slice(0, 60), fluency } : null;
    }),
  ),
  task: textOf(fields, "task"),
  agreed: fields.consent === "on",
});

type Checks = { samples: number; subjects: readonly string[] | null };
type Wrong = readonly [field: string, message: string];

const you = ({ name, country, timeZone, hours, background }: Application): (Wrong | false)[] => [
  name.length < 2 && ["name", "Write your name."],
  !isCountry(country) && ["country", "Choose the country that you live in."],
  !isZone(timeZone) && ["timeZone", "Choose a time zone from the list."],
  !readCount(hours, { least: 1, most: 60 }).ok && ["hours", "Write a whole number from 1 to 60."],
  background.length < 30 && ["background", "Write one or two sentences: a degree, a job, published work."],
  background.length > 2000 && ["background", "Write at most 2,000 characters."],
];

const work = (one: Application, { subjects }: Checks): (Wrong | false)[] => [
  one.kinds.length === 0 && ["kinds", "Choose at least one kind of work."],
  one.subjects.length === 0 && ["subject-1", "Choose at least one subject."],
  one.subjects.some(({ name }) => subjects !== null && !subjects.includes(name)) && [
    "subject-1",
    "Choose the subjects from the list.",
  ],
  one.languages.length === 0 && ["language-1", "Write at least one language that you write in."],
];

const task = ({ task: text }: Application): (Wrong | false)[] => {
  const count = digestOf(text);
  return [
    count < taskLength.least && ["task", `This has ${counted(count, "word")}. Write at least ${taskLength.least}.`],
    count > taskLength.most && ["task", `This has ${counted(count, "word")}. Write at most ${taskLength.most}.`],
  ];
};

const checksOf: Readonly<Record<StepNumber, (one: Application, checks: Checks) => (Wrong | false)[]>> = {
  1: you,
  2: work,
  3: (_, { samples }) => [
    samples < leastSamples && ["files", "Add two samples of your own work. Each may be one file of any kind."],
  ],
  4: task,
  5: ({ agreed }) => [!agreed && ["consent", "Agree to the terms before you send the application."]],
};

/** What a step still lacks. `subjects` are those that can be chosen; null: they could not be read. */
export const wrongInStep = (step: StepNumber, fields: ApplicationFields, checks: Checks): FieldError[] =>
  checksOf[step](readApplication(fields), checks).flatMap((one) => (one ? [{ path: one[0], message: one[1] }] : []));

const steps: readonly StepNumber[] = [1, 2, 3, 4, 5];

/** The first step that lacks something, with what it lacks; null when all is there. */
export const firstWrong = (fields: ApplicationFields, checks: Checks) => {
  for (const step of steps) {
    const errors = wrongInStep(step, fields, checks);
    if (errors.length > 0) return { step, errors };
  }
  return null;
};

/** What was answered in each step, in a line for the list at the side; null: nothing yet. */
export const stepSummaries = (fields: ApplicationFields, samples: number): readonly (string | null)[] => {
  const one = readApplication(fields);
  const place = isCountry(one.country) ? countryName(one.country) : "";
  const zone = isZone(one.timeZone) ? zoneLabel(one.timeZone) : "";
  const kindsLabel = one.kinds.length > 0 && counted(one.kinds.length, "kind");
  const subjectsLabel = one.subjects.length > 0 && counted(one.subjects.length, "subject");
  const languagesLabel = one.languages.length > 0 && counted(one.languages.length, "language");
  const words = digestOf(one.task);
  return [
    one.name && [one.name, place, zone].filter(Boolean).join(", "),
    [kindsLabel, subjectsLabel, languagesLabel].filter(Boolean).join(", "),
    samples > 0 && counted(samples, "file"),
    words > 0 && counted(words, "word"),
    one.agreed && "Agreed",
  ].map((label) => label || null);
};

const ownFields = [
  ...["name", "country", "timeZone", "hours", "background", "task", "consent", "key"],
  ...kinds.map((kind) => `kind-${kind}`),
  ...Array.from({ length: subjectRows }, (_, at) => [`subject-${at + 1}`, `level-${at + 1}`]).flat(),
  ...Array.from({ length: languageRows }, (_, at) => [`language-${at + 1}`, `fluency-${at + 1}`]).flat(),
];

/** The fields of the form that were filled, and no others. */
export const applicationFields = (values: ApplicationFields): Record<string, string> =>
  Object.fromEntries(ownFields.flatMap((name) => (values[name] ? [[name, values[name]] as const] : [])));

const stepOfField = (field: string): StepNumber => {
  if (field === "files") return 3;
  if (field === "task") return 4;
  if (field === "consent") return 5;
  return /^(kind|subject|level|language|fluency)/.test(field) ? 2 : 1;
};

/** The step that the first wrong field stands in. */
export const stepOfErrors = (fields: readonly string[]): StepNumber => {
  const found = fields.map(stepOfField).toSorted((a, b) => a - b);
  return found[0] ?? 1;
};

/** Languages that people write in for us, English first. */
export const languages: readonly string[] = [
  "English",
  ..."Arabic Bengali Bulgarian Chinese Croatian Czech Danish Dutch Finnish French German Greek Gujarati Hebrew Hindi Hungarian Indonesian Italian Japanese Korean Malay Norwegian Persian Polish Portuguese Punjabi Romanian Russian Serbian Slovak Spanish Swahili Swedish Tamil Telugu Thai Turkish Ukrainian Urdu Vietnamese Yoruba Other".split(
    " ",
  ),
];

export { academicLevels, levelLabels } from "#src/shared/academic-level.ts";

/** A subject that somebody writes in, up to a level. */
export type WriterSubject = { name: string; upTo: AcademicLevel };

/** Goes up with every change of the fair-work terms; an application keeps the version that was agreed to. */
export const FAIR_WORK_VERSION = "2026-11-2";

/** What writers and the operator promise each other before the first offer. */
export const fairWorkTerms: readonly string[] = [
  "I write every text myself. Where I used software to write or to check, I say so when I deliver the work.",
  "My sources exist and I have read what I quote. I say what I could not find.",
  "I sit no exam or test for anybody and use nobody’s school account.",
  "I show nobody what clients send me, and I talk to clients only here and under my pseudonym.",
  "I see pay, deadline and estimate before I take an order. I may decline any offer, and there are no fines.",
];
