import { findIn } from "#src/shared/search.ts";

/** The tabs of the list of writers, in their order. */
export const writerGroupLabels = {
  all: "All",
  free: "Free capacity",
  full: "Full",
  away: "Away",
  paused: "Paused",
} as const;
export type WriterGroup = keyof typeof writerGroupLabels;

/** What the list of writers is asked for; every part stands in the address. */
export type WritersAsk = { group: WriterGroup; search: string; subject: string };

/** Reads an address; what is not known is as if it were not there. */
export const readWritersAsk = (params: URLSearchParams): WritersAsk => {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 100);
  const group = text("group");
  return {
    group: Object.hasOwn(writerGroupLabels, group) ? (group as WriterGroup) : "all",
    search: text("search"),
    subject: text("subject"),
  };
};

export const writersAddress = (ask: WritersAsk, change: Partial<WritersAsk> = {}): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...ask, ...change }))
    if (value !== "" && !(name === "group" && value === "all")) params.set(name, value);
  const query = params.toString();
  return query === "" ? "/admin/writers" : `/admin/writers?${query}`;
};

/** A writer as the tabs and the search see it. */
type Listed = {
  name: string;
  pseudonym: string;
  active: boolean;
  away: boolean;
  openOrders: number;
  capacity: number;
  subjects: readonly { name: string }[];
};

const inGroup: Readonly<Record<WriterGroup, (one: Listed) => boolean>> = {
  all: () => true,
  free: ({ active, away, openOrders, capacity }) => active && !away && openOrders < capacity,
  full: ({ active, openOrders, capacity }) => active && openOrders >= capacity,
  away: ({ active, away }) => active && away,
  paused: ({ active }) => !active,
};

const textOf = ({ name, pseudonym, subjects }: Listed): string =>
  [name, pseudonym, ...subjects.map((subject) => subject.name)].join(" ");

/** The writers that an address asks for, and how many each tab has of those that its search and subject find. */
export const chosenWriters = <One extends Listed>(
  all: readonly One[],
  { group, search, subject }: WritersAsk,
): { rows: readonly One[]; counts: Readonly<Record<WriterGroup, number>> } => {
  const found = findIn(all, search, textOf).filter(
    (one) => subject === "" || one.subjects.some(({ name }) => name === subject),
  );
  const names = Object.keys(writerGroupLabels) as WriterGroup[];
  const counts = Object.fromEntries(names.map((name) => [name, found.filter(inGroup[name]).length]));
  return { rows: found.filter(inGroup[group]), counts: counts as Record<WriterGroup, number> };
};
