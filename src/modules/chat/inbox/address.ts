/** The tabs of the inbox, in their order. */
export const tabLabels = {
  waiting: "Waiting",
  unread: "Unread",
  mine: "Mine",
  all: "All",
} as const;
export type Tab = keyof typeof tabLabels;
export const tabs = Object.keys(tabLabels) as readonly Tab[];

/** Whose conversations: everybody's, or those of one kind of people. */
export const fromLabels = {
  "": "Everybody",
  clients: "Clients",
  writers: "Writers",
  enquiries: "Enquiries",
} as const;
export type From = keyof typeof fromLabels;
export const froms = Object.keys(fromLabels) as readonly From[];

/** What the list is asked for; every part stands in the address. */
export type InboxAsk = {
  tab: Tab;
  from: From;
  search: string;
  after: string;
  /** "1": each chat has a box, to close several at once. */
  select: "" | "1";
};

/** Reads an address; what is not known is as if it were not there. */
export const readAsk = (params: URLSearchParams): InboxAsk => {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 100);
  const [tab, from] = [text("tab"), text("from")];
  return {
    tab: Object.hasOwn(tabLabels, tab) ? (tab as Tab) : "waiting",
    from: Object.hasOwn(fromLabels, from) ? (from as From) : "",
    search: text("search"),
    after: text("after"),
    select: text("select") === "1" ? "1" : "",
  };
};

/** The address of a page of the inbox with this list beside it; another tab, filter or search starts at its first page. */
export const inboxAddress = (path: string, ask: InboxAsk, change: Partial<InboxAsk> = {}): string => {
  const moved = change.tab !== undefined || change.from !== undefined || change.search !== undefined;
  const next = { ...ask, ...(moved && { after: "" }), ...change };
  const params = new URLSearchParams();
  for (const name of ["tab", "from", "search", "after", "select"] as const)
    if (next[name] !== "" && !(name === "tab" && next.tab === "waiting")) params.set(name, next[name]);
  const query = params.toString();
  return `/admin/chats${path}${query && `?${query}`}`;
};

/** The page of a line below the inbox. */
export const linePath = ({ kind, id }: { kind: "chat" | "enquiry"; id: string }): string =>
  kind === "chat" ? `/${id}` : `/enquiries/${id}`;
