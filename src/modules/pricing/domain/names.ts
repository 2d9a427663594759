/** The seven services that have a price. */
export const services = [
  "non-technical",
  "technical",
  "programming",
  "calculations",
  "coursework",
  "quiz",
  "test",
] as const;
export type Service = (typeof services)[number];

export const isService = (value: unknown): value is Service => services.some((service) => service === value);

export const orderTypes = ["writing", "editing", "proofreading"] as const;
export type OrderType = (typeof orderTypes)[number];

export const spacings = ["single", "oneAndHalf", "double"] as const;
export type Spacing = (typeof spacings)[number];

export const projectSizes = ["extra-small", "small", "medium", "large"] as const;
export type ProjectSize = (typeof projectSizes)[number];

export const tiers = ["standard", "premium", "high"] as const;
export type Tier = (typeof tiers)[number];

export const difficulties = ["beginner", "intermediate", "advanced"] as const;
export type Difficulty = (typeof difficulties)[number];

export const WORDS_PER_PAGE = 275;

const deadline = ["deadline", "deadlineDate", "deadlineTime", "deadlineZone"] as const;

/** Which fields the price or the deadline of each service reads. Every other known field is ignored and reported. */
export const fieldsOf = {
  "non-technical": ["subject", "orderType", "pages", "spacing", "citedSources", ...deadline],
  technical: ["subject", "pages", "spacing", "citedSources", ...deadline],
  programming: ["projectSize", "projectType", ...deadline],
  calculations: ["course", "software", "pages", ...deadline],
  coursework: ["subject", ...deadline],
  quiz: [...deadline],
  test: ["subject", "difficulty", "testType", ...deadline],
} as const satisfies Record<Service, readonly string[]>;

/** What a person or program may send for a quote. */
export const quoteFields = [
  "service",
  "subject",
  "orderType",
  "pages",
  "spacing",
  "citedSources",
  "projectSize",
  "projectType",
  "course",
  "software",
  "difficulty",
  "testType",
  ...deadline,
] as const;
export type QuoteField = (typeof quoteFields)[number];

/** The order's other fields: the server sets them, so a quote ignores and reports them. */
const orderFields = ["clientID", "createdAt", "status", "paymentStatus", "wordCount", "attachments"];

export const isKnownField = (name: string): boolean =>
  orderFields.includes(name) || quoteFields.some((field) => field === name);

/** The lists of the price table whose entries have names. */
export const nameLists = [
  "nonTech.subjects",
  "technical.writing.subjects",
  "technical.programming.projectType",
  "technical.calculations.course",
  "technical.calculations.software",
  "coursework.subjects",
  "quizTests.subjects",
  "quizTests.testType",
] as const;
export type NameList = (typeof nameLists)[number];

/** Names that a table had before: old links and programs still send them. */
export type PastNames = {
  readonly renamed: readonly (readonly [list: NameList, from: string, to: string])[];
  readonly retired: readonly (readonly [list: NameList, name: string])[];
};

const listsOf: Readonly<Record<Service, Readonly<Record<string, NameList>>>> = {
  "non-technical": { subject: "nonTech.subjects" },
  technical: { subject: "technical.writing.subjects" },
  programming: { projectType: "technical.programming.projectType" },
  calculations: { course: "technical.calculations.course", software: "technical.calculations.software" },
  coursework: { subject: "coursework.subjects" },
  quiz: {},
  test: { subject: "quizTests.subjects", testType: "quizTests.testType" },
};

/** The fields of `sent` whose entry has another name by now, under that name. */
export const currentNames = (
  names: PastNames | undefined,
  service: Service,
  sent: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  const now: Record<string, string> = {};
  for (const [field, list] of Object.entries(listsOf[service])) {
    const found = names?.renamed.find(([in_, from]) => in_ === list && from === sent[field]);
    if (found) now[field] = found[2];
  }
  return now;
};

/** True for a subject that was sold once: it is refused, where an unknown one takes the price of other subjects. */
export const isRetired = (names: PastNames | undefined, service: Service, subject: unknown): boolean =>
  names?.retired.some(([list, name]) => list === listsOf[service].subject && name === subject) ?? false;
