import { listAddress } from "#src/shared/list-address.ts";

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

/** Without a tab in the address: clients, and for a search everybody. */
export const peopleAddress = listAddress("/admin/people", (at) => {
  const search = at.text("search");
  return {
    group: at.oneOf("group", peopleGroupLabels, search === "" ? "clients" : "all"),
    search,
    sort: at.oneOf("sort", peopleSortLabels, "last"),
  };
});
export type PeopleAsk = ReturnType<typeof peopleAddress.read>;
