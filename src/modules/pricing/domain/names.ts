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
