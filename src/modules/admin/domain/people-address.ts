/** The tabs of the list of people, in their order. */
export const peopleGroupLabels = {
  clients: "Clients",
  writers: "Writers",
  admins: "Admins",
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
export type PeopleSort = keyof typeof peopleSortLabels;

/** What the list of people is asked for; every part stands in the address. */
export type PeopleAsk = { group: PeopleGroup; search: string; sort: PeopleSort; older: string; newer: string };

/** Without a tab in the address: clients, and for a search everybody. */
const usualGroup = (search: string): PeopleGroup => (search === "" ? "clients" : "all");

/** Reads an address; what is not known is as if it were not there. */
export const readPeopleAsk = (params: URLSearchParams): PeopleAsk => {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 200);
  const [group, sort, search] = [text("group"), text("sort"), text("search")];
  return {
    group: Object.hasOwn(peopleGroupLabels, group) ? (group as PeopleGroup) : usualGroup(search),
    search,
    sort: Object.hasOwn(peopleSortLabels, sort) ? (sort as PeopleSort) : "last",
    older: text("older"),
    newer: text("newer"),
  };
};

/** The address of a list; a change of anything but the place starts at the first page. */
export const peopleAddress = (ask: PeopleAsk, change: Partial<PeopleAsk> = {}): string => {
  const next: PeopleAsk = { ...ask, older: "", newer: "", ...change };
  const usual: Partial<PeopleAsk> = { group: usualGroup(next.search), sort: "last" };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value !== "" && value !== usual[name as keyof PeopleAsk]) params.set(name, value);
  const query = params.toString();
  return query === "" ? "/admin/people" : `/admin/people?${query}`;
};
