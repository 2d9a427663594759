import { listAddress } from "#src/shared/list-address.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { shiftedDay, startOfDay } from "#src/shared/zone.ts";
import {
  type Group,
  groupLabels,
  openGroups,
  quickLabels,
  type Sort,
  sortLabels,
  stateLabels,
  watchLabels,
} from "./admin-labels.ts";

/** The tabs of the list of custom orders, in their order. */
export const requestGroupLabels = { all: "All open", quote: "To quote", sent: "Quote sent" } as const;
export type RequestGroup = keyof typeof requestGroupLabels;

/** `order`: the request that is open; `use`: its quote begins with the guide price. */
export const requestsAddress = listAddress("/admin/custom-orders", (at) => ({
  group: at.oneOf("group", requestGroupLabels, "all"),
  search: at.text("search"),
  order: at.text("order"),
  use: at.oneOf("use", { 1: "" }, ""),
}));
export type RequestsAsk = ReturnType<typeof requestsAddress.read>;

/** How a tab is sorted unless it is asked otherwise: what is open by its deadline, what has ended by when it was made. */
const standardSort = (group: Group): Sort => (openGroups.includes(group) ? "due" : "newest");

/** Only what is open is sorted by its deadline. */
const sortIn = (group: Group, wanted: Sort): Sort =>
  wanted.startsWith("due") && !openGroups.includes(group) ? standardSort(group) : wanted;

const watches = { ...watchLabels, ...quickLabels };

/**
 * What the order list is asked for; every part stands in the address, so that it can be shared and saved. `client` and
 * `writer` are ids of people, "none" stands for no writer; made from and to are days in the zone of who looks, both
 * included; bounds of the price are dollars as typed, and one that cannot be read narrows nothing (`boundErrors`).
 */
export const ordersAddress = listAddress(
  "/admin/orders",
  (at) => {
    const group = at.oneOf("group", groupLabels, "open");
    return {
      group,
      search: at.text("search"),
      sort: sortIn(group, at.oneOf("sort", sortLabels, standardSort(group))),
      service: at.text("service"),
      payment: at.text("payment"),
      status: at.oneOf("status", stateLabels, ""),
      watch: at.oneOf("watch", watches, ""),
      client: at.text("client"),
      writer: at.text("writer"),
      from: at.day("from"),
      to: at.day("to"),
      min: at.text("min"),
      max: at.text("max"),
    };
  },
  ["sort"],
);
export type AdminAsk = ReturnType<typeof ordersAddress.read>;
export const { read: readAdminAsk, to: adminAddress, query: adminQuery } = ordersAddress;

/** A list in the address of an order that was opened from it. */
export const listQuery = (ask: AdminAsk): string => adminQuery(ask) || "group=open";

/** An order's page as it is opened from a list: it leads to the orders before and after it there, and back. */
export const orderInList = (ask: AdminAsk, id: string): string =>
  `/admin/orders/${id}?${new URLSearchParams({ list: listQuery(ask) })}`;

/** The list from which an order's page was opened; null: from somewhere else. */
export const listIn = (params: URLSearchParams): AdminAsk | null => {
  const list = params.get("list");
  return list ? readAdminAsk(new URLSearchParams(list)) : null;
};

export const blankAsk: AdminAsk = readAdminAsk(new URLSearchParams());

/** Everything that narrows a list, taken away; the tab and the sort stay. */
export const noFilters = {
  ...{ service: "", payment: "", status: "", watch: "", client: "", writer: "" },
  ...{ from: "", to: "", min: "", max: "" },
} as const satisfies Partial<AdminAsk>;

/** What the address asks for once a quick filter is pressed, besides `watch`: they count what is open. */
export const quickQuery = (ask: AdminAsk): string => adminQuery(ask, { group: "open", sort: "", watch: "" });

export type BoundErrors = Partial<Record<"min" | "max", string>>;

/** What is wrong with the bounds of the price that were typed. */
export const boundErrors = (ask: AdminAsk): BoundErrors =>
  Object.fromEntries(
    (["min", "max"] as const).flatMap((name) => {
      const read = ask[name] === "" ? null : readAmount(ask[name]);
      return read && !read.ok ? [[name, read.message]] : [];
    }),
  );

const centsOf = (text: string): number | "" => {
  const read = readAmount(text);
  return read.ok ? read.value : "";
};

/** How many filters are on, the search not counted. */
export const filterCount = (ask: AdminAsk): number =>
  (Object.keys(noFilters) as (keyof typeof noFilters)[]).filter((name) => ask[name] !== "").length;

/** Is anything asked for besides the tab? */
export const isNarrowed = (ask: AdminAsk): boolean => ask.search !== "" || filterCount(ask) > 0;

/** The same question as the list of orders takes it: instants and cents; parts that are not asked for are left out. */
export const askedOf = (ask: AdminAsk, zone: string): Record<string, unknown> => {
  const { from, to, min, max, ...plain } = ask;
  const bounds = {
    from: from && startOfDay(from, zone),
    until: to && startOfDay(shiftedDay(to, 1), zone),
    least: centsOf(min),
    most: centsOf(max),
  };
  return Object.fromEntries(
    Object.entries({ ...plain, ...bounds }).filter(([, value]) => value !== "" && value !== null),
  );
};
