import { type Group, groupLabels, openGroups, type Sort, sortLabels, type Watch, watchLabels } from "./admin-labels.ts";

/** What the order list is asked for; every part stands in the address, so that it can be shared. */
export type AdminAsk = {
  group: Group;
  search: string;
  sort: Sort;
  service: string;
  payment: string;
  watch: Watch | "";
  /** Only the orders of one client, or of one writer: ids of people. */
  client: string;
  writer: string;
  older: string;
  newer: string;
};

const has = <K extends string>(labels: Readonly<Record<K, unknown>>, text: string): text is K =>
  Object.hasOwn(labels, text);

/** Reads an address; what is not known is as if it were not there. */
export const readAdminAsk = (params: URLSearchParams): AdminAsk => {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 200);
  const [group, sort, watch] = [text("group"), text("sort"), text("watch")];
  const known: Group = has(groupLabels, group) ? group : "open";
  const wanted: Sort = has(sortLabels, sort) ? sort : "newest";
  return {
    group: known,
    search: text("search"),
    sort: wanted === "due" && !openGroups.includes(known) ? "newest" : wanted,
    service: text("service"),
    payment: text("payment"),
    watch: has(watchLabels, watch) ? watch : "",
    client: text("client"),
    writer: text("writer"),
    older: text("older"),
    newer: text("newer"),
  };
};

const standard: Readonly<Partial<Record<keyof AdminAsk, string>>> = { group: "open", sort: "newest" };

/** The address of a list; a change of anything but the place starts at the first page. */
export const adminAddress = (ask: AdminAsk, change: Partial<AdminAsk> = {}): string => {
  const next: AdminAsk = { ...ask, older: "", newer: "", ...change };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value !== "" && value !== standard[name as keyof AdminAsk]) params.set(name, value);
  const query = params.toString();
  return query === "" ? "/admin/orders" : `/admin/orders?${query}`;
};

export const blankAsk: AdminAsk = readAdminAsk(new URLSearchParams());

/** Is anything asked for besides the tab? */
export const isNarrowed = ({ search, service, payment, watch, client, writer }: AdminAsk): boolean =>
  [search, service, payment, watch, client, writer].some((part) => part !== "");
