import type { NameList } from "../domain/past-names.ts";

export type AmountKind = "price" | "fee" | "factor";
/** A single amount of the price table by its path. */
export type AmountCell = { readonly path: string; readonly label: string; readonly kind: AmountKind };
type AmountGroup = { readonly title: string; readonly cells: readonly AmountCell[] };
export type NamedList = {
  readonly list: NameList;
  readonly title: string;
  readonly entry: string;
  /** `tier`: the value is the name of a tier. */
  readonly kind: AmountKind | "tier";
  /** What an entry that is not in the list costs. */
  readonly other?: AmountCell;
};
export const stepLists = ["nonTech.deadlineDays", "technical.deadlineHours"] as const;
export type StepList = (typeof stepLists)[number];
export type StepGroup = {
  readonly list: StepList;
  readonly title: string;
  readonly unit: "days" | "hours";
  readonly note?: string;
};

/** A tab of the editor: one part of the document `settings/pricing`. */
export type Part = {
  readonly id: string;
  readonly label: string;
  readonly lists: readonly NamedList[];
  readonly groups: readonly AmountGroup[];
  readonly steps: readonly StepGroup[];
};

const cells = (kind: AmountKind, at: string, entries: Readonly<Record<string, string>>): AmountCell[] =>
  Object.entries(entries).map(([key, label]) => ({ path: `${at}.${key}`, label, kind }));
const spacing = (at: string): AmountGroup => ({
  title: "Line spacing",
  cells: cells("factor", `${at}.spacing`, { single: "Single", oneAndHalf: "1.5", double: "Double" }),
});
const source = (at: string): AmountGroup => ({
  title: "Cited source",
  cells: cells("fee", at, { citationFee: "Each source" }),
});
const other = (path: string): AmountCell => ({ path, label: "Any other subject", kind: "price" });

export const parts: readonly Part[] = [
  {
    id: "non-technical",
    label: "Non-technical",
    lists: [
      {
        list: "nonTech.subjects",
        title: "Rate for one page",
        entry: "subject",
        kind: "price",
        other: other("nonTech.default"),
      },
    ],
    groups: [
      source("nonTech"),
      {
        title: "Order type",
        cells: cells("factor", "nonTech.orderType", {
          writing: "Writing",
          editing: "Editing",
          proofreading: "Proofreading",
        }),
      },
      spacing("nonTech"),
    ],
    steps: [{ list: "nonTech.deadlineDays", title: "Deadline, whole days left", unit: "days" }],
  },
  {
    id: "technical",
    label: "Technical",
    lists: [
      {
        list: "technical.writing.subjects",
        title: "Rate for one page",
        entry: "subject",
        kind: "price",
        other: other("technical.writing.default"),
      },
    ],
    groups: [source("technical.writing"), spacing("technical.writing")],
    steps: [
      {
        list: "technical.deadlineHours",
        title: "Deadline, hours left",
        unit: "hours",
        note: "Also used for programming and calculations.",
      },
    ],
  },
  {
    id: "programming",
    label: "Programming",
    lists: [
      {
        list: "technical.programming.projectType",
        title: "Complexity by type of project",
        entry: "type of project",
        kind: "factor",
      },
    ],
    groups: [
      {
        title: "Price by size",
        cells: cells("price", "technical.programming.projectSize", {
          "extra-small": "Extra small",
          small: "Small",
          medium: "Medium",
          large: "Large",
        }),
      },
    ],
    steps: [],
  },
  {
    id: "calculations",
    label: "Calculations",
    lists: [
      { list: "technical.calculations.course", title: "Rate by course", entry: "course", kind: "price" },
      { list: "technical.calculations.software", title: "Software", entry: "program", kind: "factor" },
    ],
    groups: [
      {
        title: "Every calculation",
        cells: cells("factor", "technical.calculations", { baseMultiplier: "Base multiplier" }),
      },
    ],
    steps: [],
  },
  {
    id: "coursework",
    label: "Coursework",
    lists: [
      {
        list: "coursework.subjects",
        title: "Price of a course",
        entry: "subject",
        kind: "price",
        other: other("coursework.default"),
      },
    ],
    groups: [],
    steps: [],
  },
  {
    id: "quizzes",
    label: "Quizzes and tests",
    lists: [
      {
        list: "quizTests.subjects",
        title: "Test subjects",
        entry: "subject",
        kind: "tier",
        other: other("quizTests.default"),
      },
      { list: "quizTests.testType", title: "Type of test", entry: "type of test", kind: "factor" },
    ],
    groups: [
      { title: "Quiz", cells: cells("price", "quizTests", { quiz: "Every quiz" }) },
      {
        title: "Price of a test by tier",
        cells: cells("price", "quizTests.tiers", {
          "standard.price": "Standard",
          "premium.price": "Premium",
          "high.price": "High",
        }),
      },
      {
        title: "Difficulty",
        cells: cells("factor", "quizTests.difficulty", {
          beginner: "Beginner",
          intermediate: "Intermediate",
          advanced: "Advanced",
        }),
      },
    ],
    steps: [],
  },
];

export const namedLists: readonly NamedList[] = parts.flatMap(({ lists }) => lists);
export const beyondOf = (list: StepList): AmountCell => ({
  path: `${list}.beyond`,
  label: "Any later",
  kind: "factor",
});

export const cellsOf = (part: Part): readonly AmountCell[] => [
  ...part.groups.flatMap((group) => group.cells),
  ...part.lists.flatMap((list) => (list.other ? [list.other] : [])),
  ...part.steps.map(({ list }) => beyondOf(list)),
];
export const amountCells: readonly AmountCell[] = parts.flatMap(cellsOf);

export const partNamed = (id: string): Part | undefined => parts.find((part) => part.id === id);
