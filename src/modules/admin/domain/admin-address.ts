import { readAmount } from "#src/shared/typed-number.ts";
import { isCalendarDate, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import {
  type Group,
  groupLabels,
  openGroups,
  type Quick,
  quickLabels,
  type Sort,
  sortLabels,
  stateLabels,
  type Watch,
  watchLabels,
} from "./admin-labels.ts";

/** What the order list is asked for; every part stands in the address, so that it can be shared and saved. */
export type AdminAsk = {
  group: Group;
  search: string;
  sort: Sort;
  service: string;
  payment: string;
  status: string;
  watch: Watch | Quick | "";
  /** Only the orders of one client, or of one writer: ids of people; "none" stands for no writer. */
  client: string;
  writer: string;
  /** Made on these days (YYYY-MM-DD, in the zone of who looks), both included. */
  from: string;
  to: string;
  /** Bounds of the price in dollars, as typed; one that cannot be read narrows nothing (`boundErrors`). */
  min: string;
  max: string;
  older: string;
  newer: string;
};

const has = <K extends string>(labels: Readonly<Record<K, unknown>>, text: string): text is K =>
  Object.hasOwn(labels, text);

const day = (text: string): string => (isCalendarDate(text) ? text : "");

/** How a tab is sorted unless it is asked otherwise: what is open by its deadline, what has ended by when it was made. */
const standardSort = (group: Group): Sort => (openGroups.includes(group) ? "due" : "newest");

/** Only what is open is sorted by its deadline. */
const sortIn = (group: Group, wanted: Sort): Sort =>
  wanted.startsWith("due") && !openGroups.includes(group) ? standardSort(group) : wanted;

/** Reads an address; what is not known is as if it were not there. */
export const readAdminAsk = (params: URLSearchParams): AdminAsk => {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 200);
  const [group, sort, watch, status] = [text("group"), text("sort"), text("watch"), text("status")];
  const known: Group = has(groupLabels, group) ? group : "open";
  const wanted: Sort = has(sortLabels, sort) ? sort : standardSort(known);
  return {
    group: known,
    search: text("search"),
    sort: sortIn(known, wanted),
    service: text("service"),
    payment: text("payment"),
    status: has(stateLabels, status) ? status : "",
    watch: has(watchLabels, watch) || has(quickLabels, watch) ? watch : "",
    client: text("client"),
    writer: text("writer"),
    from: day(text("from")),
    to: day(text("to")),
    min: text("min"),
    max: text("max"),
    older: text("older"),
    newer: text("newer"),
  };
};

/** The query of a list's address, without its place: what a saved view keeps. */
export const adminQuery = (ask: AdminAsk): string => {
  const standard: Readonly<Record<string, string>> = { group: "open", sort: standardSort(ask.group) };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(ask))
    if (value !== "" && value !== standard[name]) params.set(name, value);
  return params.toString();
};

/** The address of a list; a change of anything but the place starts at the first page. */
export const adminAddress = (ask: AdminAsk, change: Partial<AdminAsk> = {}): string => {
  const group = change.group ?? ask.group;
  const sort = ask.sort === standardSort(ask.group) ? standardSort(group) : sortIn(group, ask.sort);
  const query = adminQuery({ ...ask, sort, older: "", newer: "", ...change });
  return query === "" ? "/admin/orders" : `/admin/orders?${query}`;
};

/** A list in the address of an order that was opened from it. */
export const listQuery = (ask: AdminAsk): string => adminQuery({ ...ask, older: "", newer: "" }) || "group=open";

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
export const quickQuery = (ask: AdminAsk): string =>
  adminQuery({ ...ask, group: "open", sort: standardSort("open"), watch: "", older: "", newer: "" });

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
