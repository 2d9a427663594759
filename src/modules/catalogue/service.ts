import type { QuoteField, Service } from "#src/modules/pricing/index.ts";

/** The four families of the route table. */
export const families = ["non-technical-writing", "technical-writing", "coursework", "quizzes-tests"] as const;
export type Family = (typeof families)[number];

/** What the calculator of a page starts with: a service, its fields as form text, and the hours to the deadline. */
export type Preset = {
  readonly service: Service;
  readonly fields: Readonly<Partial<Record<QuoteField, string>>>;
  readonly hours: number;
};

export type Question = { readonly ask: string; readonly answer: string };

/** One public service: its address, its words, and the calculator that its page opens with. */
export type PublicService = {
  readonly slug: string;
  readonly family: Family;
  readonly name: string;
  /** Stands after "Order this": "essay". */
  readonly item: string;
  /** One sentence for lists and search engines. */
  readonly summary: string;
  readonly lede: string;
  /** What the client sends, and what is delivered. */
  readonly send: readonly string[];
  readonly gets: readonly string[];
  readonly questions: readonly Question[];
  /** Key of a model text on /samples that fits this service. */
  readonly sample?: string;
  /** For search results, where they say something else than name and summary. */
  readonly title?: string;
  readonly description?: string;
  readonly preset: Preset;
};
