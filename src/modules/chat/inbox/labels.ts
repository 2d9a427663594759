import { shortTime } from "#src/shared/time-labels.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";

export type Clock = { now: Date; zone: string };

/** When a line happened, short: "21:34" today, "Mon" this week, "4 March" before, with its year where it is not this one. */
export const whenLabel = (at: Date, { now, zone }: Clock): string => {
  const local = localOf(at, zone);
  if (local.date === localOf(now, zone).date) return local.time;
  const [weekday = "", ...date] = formatDay(at, zone, now).split(" ");
  return now.getTime() - at.getTime() < 6 * dayMs ? weekday : date.join(" ");
};

/** "35 min" and "waits 35 min": how long somebody waits for Support; over: longer than the target. */
export const waitLabel = (since: Date, now: Date, targetMs: number) => {
  const ms = now.getTime() - since.getTime();
  const short = ms < minuteMs ? "just now" : shortTime(ms);
  const text = ms < minuteMs ? short : `waits ${short}`;
  const over = ms > targetMs;
  return { short, text: over ? `${text}, over target` : text, over };
};

/** "Berlin" of "Europe/Berlin". */
export const cityOfZone = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** What closing would do with the chosen chats: "4 can be closed. Skipped: 2 closed already, 1 held by Petra." */
export function closableText({ all, whys }: { all: number; whys: readonly string[] }): string {
  if (whys.length === 0) return "Each person reads that the chat is closed.";
  const counts = new Map<string, number>();
  for (const why of whys) counts.set(why, (counts.get(why) ?? 0) + 1);
  const skipped = [...counts].map(([why, count]) => `${count} ${why}`).join(", ");
  return `${all - whys.length} can be closed. Skipped: ${skipped}.`;
}

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
