import { listAddress } from "#src/shared/list-address.ts";
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

export const writersAddress = listAddress("/admin/writers", (at) => ({
  group: at.oneOf("group", writerGroupLabels, "all"),
  search: at.text("search", 100),
  subject: at.text("subject", 100),
}));
export type WritersAsk = ReturnType<typeof writersAddress.read>;

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
