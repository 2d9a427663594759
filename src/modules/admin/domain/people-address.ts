import { listAddress } from "#src/shared/list-address.ts";

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

/** The tabs of the list of people, in their order. */
export const peopleGroupLabels = {
  clients: "Clients",
  writers: "Writers",
  admins: "Admins",
  applicants: "Applicants",
  blocked: "Blocked",
  all: "All",
} as const;
export type PeopleGroup = keyof typeof peopleGroupLabels;

/** How the tab of clients can be sorted, and what a choice of it says. */
export const peopleSortLabels = {
  last: "Last order first",
  "last-first": "Oldest order first",
  orders: "Most orders first",
  "orders-low": "Fewest orders first",
  spent: "Most spent first",
  "spent-low": "Least spent first",
  newest: "Newest account first",
} as const;

/** How clients are narrowed by their orders, and by the last one. */
export const placedLabels = {
  any: "Orders: any",
  none: "No order yet",
  one: "One order",
  more: "2 orders or more",
} as const;
export const lastOrderLabels = {
  any: "Last order: any",
  week: "In the last 7 days",
  month: "In the last 30 days",
  quarter: "In the last 90 days",
  older: "Over 90 days ago",
} as const;

/** Without a tab in the address: clients, and for a search everybody. */
export const peopleAddress = listAddress("/admin/people", (at) => {
  const search = at.text("search");
  return {
    group: at.oneOf("group", peopleGroupLabels, search === "" ? "clients" : "all"),
    search,
    orders: at.oneOf("orders", placedLabels, "any"),
    last: at.oneOf("last", lastOrderLabels, "any"),
    sort: at.oneOf("sort", peopleSortLabels, "last"),
  };
});
export type PeopleAsk = ReturnType<typeof peopleAddress.read>;

/** Somebody's page as it is opened from a list: it leads to the people before and after them there, and back. */
export const personInList = (ask: PeopleAsk, id: string): string =>
  `/admin/people/${id}?${new URLSearchParams({ list: peopleAddress.query(ask) || "group=clients" })}`;

/** The list from which somebody's page was opened; null: from somewhere else. */
export const peopleListIn = (params: URLSearchParams): PeopleAsk | null => {
  const list = params.get("list");
  return list ? peopleAddress.read(new URLSearchParams(list)) : null;
};
