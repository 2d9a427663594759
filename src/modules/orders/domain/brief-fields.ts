import { levelLabels } from "#src/shared/academic-level.ts";
import { counted, figures } from "#src/shared/counted.ts";
import { choiceLabel, tutoringLabel } from "./choice-label.ts";

/** How sources are named in a text, by what an order keeps; people read the words. */
const citationStyles = {
  apa: "APA 7",
  mla: "MLA 9",
  "chicago-notes": "Chicago, footnotes",
  "chicago-author-date": "Chicago, author and date",
  harvard: "Harvard",
  ieee: "IEEE",
  vancouver: "Vancouver",
  ama: "AMA 11",
  oscola: "OSCOLA",
  other: "Another one, named in my instructions",
} as const;

/** In which English a text is written, by its BCP 47 tag. */
const languageVariants = {
  "en-US": "American English",
  "en-GB": "British English",
  "en-CA": "Canadian English",
  "en-AU": "Australian English",
  "en-NZ": "New Zealand English",
  other: "Another language, named in my instructions",
} as const;

/**
 * The choices that the form offers beside the work that has a price, in the order of the form, with their labels. The
 * browser gets these labels alone: keep calls out of the top level of this file, so that the rest stays on the server.
 */
export const askedLabels = {
  academicLevel: "Academic level",
  citationStyle: "Citation style",
  languageVariant: "Language",
} as const;
export type AskedName = keyof typeof askedLabels;
export const askedNames = Object.keys(askedLabels) as readonly AskedName[];

type Asked = {
  /** Words by the value that an order keeps. */
  choices: Readonly<Record<string, string>>;
  /** Which services it is asked for, in a list of the form; of others nothing is kept. Null: all, with a control of its own. */
  services: readonly string[] | null;
};

const withSources = ["non-technical", "technical", "coursework", "custom"] as const;

export const askedFields = {
  academicLevel: { choices: levelLabels, services: null },
  citationStyle: { choices: citationStyles, services: withSources },
  languageVariant: { choices: languageVariants, services: [...withSources, "test"] },
} as const satisfies Record<AskedName, Asked>;

/** Whether an order of this service has the field. */
export const isAsked = (name: AskedName, service: string): boolean => {
  const { services }: Asked = askedFields[name];
  return services === null || services.includes(service);
};

/** Null where nothing was chosen, or the service has none. */
export type AskedAnswers = { [K in AskedName]: keyof (typeof askedFields)[K]["choices"] | null };

/** What was chosen, as client, writer and admin read it: "Named in the instructions" for what no list has. */
export const askedText = (name: AskedName, chosen: string | null): string | null => {
  const { choices }: Asked = askedFields[name];
  const label = chosen && Object.hasOwn(choices, chosen) ? choices[chosen] : null;
  return label?.startsWith("Another") ? "Named in the instructions" : (label ?? null);
};

/** The fields of a brief that are a number, a choice or a short text, as an order keeps them. */
type BriefValues = AskedAnswers & {
  subject: string | null;
  tutoring: boolean;
  orderType: string | null;
  serviceName: string | null;
  serviceType: string | null;
  pages: number | null;
  wordCount: number;
  spacing: string | null;
  citedSources: number | null;
  projectSize: string | null;
  projectType: string | null;
  course: string | null;
  software: string | null;
  difficulty: string | null;
  testType: string | null;
};
type BriefName = keyof BriefValues;
type Ordered = BriefValues & { service: string };

export type BriefView = "client" | "writer" | "admin";
type Group = "sale" | "kind" | "amount" | "writing" | "work" | "test";
type Labels = Readonly<Partial<Record<BriefView, string>>>;

type BriefField = {
  /** Who sets it: the work that has a price, the form beside it (`askedFields`), or the shop. */
  from: "quote" | "form" | "shop";
  /**
   * A choice and a count stay for the books. A name from a list is hidden while its client is sealed; words are hidden
   * then, and deleted with the account.
   */
  holds: "choice" | "count" | "name" | "words";
  group: Group;
  /** It is a column of the file of the admin's list. */
  inFile?: true;
};

/** What the form asks has its label and its words in every view; another field says them. */
type BriefLine<Value> = BriefField & {
  /** One label for all views, or those of the views that show it. */
  labels: string | Labels | ((order: Ordered) => Labels);
  /** As people read it; null: nothing to show. */
  text: (value: Value, view: BriefView) => string | null;
};
type LineName = Exclude<BriefName, AskedName>;

const plain = (value: string | null): string | null => value;
const number = (value: number | null): string | null => (value === null ? null : String(value));

/** Every field with the place, label and text of its line in the views; within a group in this order. */
export const briefFields = {
  subject: { from: "quote", holds: "name", group: "kind", labels: {}, text: plain },
  tutoring: { from: "shop", holds: "choice", group: "sale", labels: "Sold as", text: tutoringLabel },
  orderType: {
    ...{ from: "quote", holds: "choice", group: "kind", text: choiceLabel },
    labels: { client: "Kind", writer: "Kind of work", admin: "Kind" },
  },
  serviceName: { from: "shop", holds: "name", group: "kind", labels: { admin: "Ordered as" }, text: plain },
  serviceType: { from: "shop", holds: "name", group: "kind", labels: { admin: "Service page" }, text: plain },
  pages: {
    ...{ from: "quote", holds: "count", group: "amount", text: number },
    labels: ({ service }) => ({ admin: service === "calculations" ? "Quantity" : "Pages" }),
  },
  wordCount: {
    ...{ from: "shop", holds: "count", group: "amount" },
    labels: { client: "Length", writer: "Length", admin: "Words" },
    text: (words, view) => (words > 0 ? (view === "admin" ? figures(words) : counted(words, "word")) : null),
  },
  spacing: {
    ...{ from: "quote", holds: "choice", group: "amount", text: choiceLabel },
    labels: { client: "Line spacing", writer: "Spacing", admin: "Line spacing" },
  },
  citedSources: {
    ...{ from: "quote", holds: "count", group: "amount" },
    labels: { client: "Cited sources", writer: "Sources", admin: "Cited sources" },
    text: (sources, view) => (view === "writer" && sources === 0 ? null : number(sources)),
  },
  projectSize: { from: "quote", holds: "choice", group: "work", labels: "Size", text: choiceLabel },
  projectType: { from: "quote", holds: "name", group: "work", labels: "Project", text: plain },
  course: { from: "quote", holds: "words", group: "work", labels: "Course", text: plain },
  software: { from: "quote", holds: "words", group: "work", labels: "Software", text: plain },
  academicLevel: { from: "form", holds: "choice", group: "writing" },
  citationStyle: { from: "form", holds: "choice", group: "writing", inFile: true },
  languageVariant: { from: "form", holds: "choice", group: "writing", inFile: true },
  difficulty: { from: "quote", holds: "choice", group: "test", labels: "Difficulty", text: choiceLabel },
  testType: { from: "quote", holds: "choice", group: "test", labels: "Test", text: choiceLabel },
} as const satisfies { readonly [K in AskedName]: BriefField } & {
  readonly [K in LineName]: BriefLine<BriefValues[K]>;
};

type Fields = typeof briefFields;
type NameOf<Part> = { [K in BriefName]: Fields[K] extends Part ? K : never }[BriefName];
/** The columns that a person's answers fill. */
export type AnsweredName = NameOf<{ from: "quote" | "form" }>;

const namesOf = <Part>(fits: (field: BriefField) => boolean): readonly NameOf<Part>[] =>
  Object.entries(briefFields).flatMap(([name, field]) => (fits(field) ? [name as NameOf<Part>] : []));

/** Fields of one kind, by name, in the order of the table. */
export const briefNames = {
  all: () => namesOf<unknown>(() => true),
  answered: () => namesOf<{ from: "quote" | "form" }>(({ from }) => from !== "shop"),
  quoted: () => namesOf<{ from: "quote" }>(({ from }) => from === "quote"),
  sealed: () => namesOf<{ holds: "name" | "words" }>(({ holds }) => holds === "name" || holds === "words"),
  erased: () => namesOf<{ holds: "words" }>(({ holds }) => holds === "words"),
  inFile: () => namesOf<{ inFile: true }>(({ inFile }) => inFile === true),
};

/** These fields of a brief, each as `value` has it. */
export const briefValuesOf = <K extends BriefName>(
  names: readonly K[],
  value: (name: K) => BriefValues[K],
): Pick<BriefValues, K> => Object.fromEntries(names.map((name) => [name, value(name)])) as Pick<BriefValues, K>;

const isAskedName = (name: BriefName): name is AskedName => Object.hasOwn(askedLabels, name);

const lineOf = <K extends LineName>(name: K): BriefLine<BriefValues[K]> =>
  (briefFields as { readonly [N in LineName]: BriefLine<BriefValues[N]> })[name];

const labelIn = (name: LineName, order: Ordered, view: BriefView): string | undefined => {
  const { labels } = lineOf<LineName>(name);
  if (typeof labels === "string") return labels;
  return (typeof labels === "function" ? labels(order) : labels)[view];
};

const textIn = <K extends LineName>(name: K, order: Ordered, view: BriefView): string | null =>
  lineOf(name).text(order[name], view);

const groupsOf: Readonly<Record<BriefView, readonly Group[]>> = {
  client: ["sale", "kind", "amount", "work", "writing", "test"],
  writer: ["sale", "amount", "kind", "writing", "work", "test"],
  admin: ["sale", "kind", "amount", "work", "writing", "test"],
};

/** A line of a brief: its label and its text. */
export type BriefRow = readonly [label: string, text: string];

const rowIn = (name: BriefName, order: Ordered, view: BriefView): readonly BriefRow[] => {
  const [label, text] = isAskedName(name)
    ? [askedLabels[name], askedText(name, order[name])]
    : [labelIn(name, order, view), textIn(name, order, view)];
  return label && text ? [[label, text]] : [];
};

/** The lines of a brief in a view, in its order; what has no answer is left out. */
export const briefRows = (order: Ordered, view: BriefView): readonly BriefRow[] =>
  groupsOf[view].flatMap((group) =>
    briefNames.all().flatMap((name) => (briefFields[name].group === group ? rowIn(name, order, view) : [])),
  );

type FileName = ReturnType<typeof briefNames.inFile>[number];

/** The columns that the fields of a brief have in the file of the admin's list: head, and text in a row. */
export const briefFileColumns = () =>
  briefNames
    .inFile()
    .map((name) => [askedLabels[name], (row: Pick<BriefValues, FileName>) => askedText(name, row[name])] as const);
