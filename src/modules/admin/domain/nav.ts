import { findIn } from "#src/shared/search.ts";
import type { Capability } from "#src/shared/viewer.ts";

/** What of the work waits is counted beside a page in the menu. */
export type MenuCount = "notices" | "quotes" | "requests" | "chats";

type Place = {
  to: string;
  title: string;
  note: string;
  /** Whose it is; "any": an admin with one right at least. Without it every admin's. */
  needs?: Capability | "any";
  only?: "demo";
};
type Page = Place & { menu?: "work" | "set-up"; count?: MenuCount };

/** Every page of the admin area, those of the menu in its order: their names, what they are about, and whose they are. */
const pages = [
  { to: "/admin", title: "Overview", note: "what waits for us", menu: "work" },
  { to: "/admin/notices", title: "Notices", note: "what you were notified of", menu: "work", count: "notices" },
  { to: "/admin/orders", title: "Orders", note: "all orders, with filters and views", needs: "orders", menu: "work" },
  {
    to: "/admin/custom-orders",
    title: "Custom orders",
    note: "requests and quotes",
    needs: "orders",
    menu: "work",
    count: "quotes",
  },
  {
    to: "/admin/honest-use",
    title: "Honest use",
    note: "requests that a person reads, rules, try a sentence",
    needs: "orders",
    menu: "work",
    count: "requests",
  },
  {
    to: "/admin/chats",
    title: "Chats",
    note: "conversations and enquiries",
    needs: "chat",
    menu: "work",
    count: "chats",
  },
  { to: "/admin/writers", title: "Writers", note: "load, figures, terms", needs: "people", menu: "work" },
  { to: "/admin/people", title: "People", note: "accounts, roles, sessions", needs: "people", menu: "work" },
  { to: "/admin/payments", title: "Payments", note: "ledger, refunds, transfers", needs: "money", menu: "work" },
  { to: "/admin/pricing", title: "Pricing", note: "rates, factors, deadlines", needs: "prices", menu: "set-up" },
  { to: "/admin/codes", title: "Promotion codes", note: "discounts and their uses", needs: "prices", menu: "set-up" },
  {
    to: "/admin/settings",
    title: "Settings",
    note: "every setting with its bounds",
    needs: "settings",
    menu: "set-up",
  },
  {
    to: "/admin/site",
    title: "Site and name",
    note: "how the shop looks: logo, icon, colour, on all pages and in e-mails",
    needs: "settings",
    menu: "set-up",
  },
  {
    to: "/admin/site/pages",
    title: "Pages",
    note: "texts of About us and Accessibility, their versions, and how they look in search results",
    needs: "settings",
  },
  {
    to: "/admin/site/services",
    title: "Services",
    note: "names, addresses, texts and calculators of the services, and own services",
    needs: "settings",
  },
  {
    to: "/admin/site/menu",
    title: "Menu and footer",
    note: "links of menu and footer, social links, and the notice bar",
    needs: "settings",
  },
  {
    to: "/admin/site/emails",
    title: "Texts of e-mails",
    note: "subject and text of every e-mail, with a preview and a test",
    needs: "settings",
  },
  { to: "/admin/api", title: "API", note: "keys and webhooks for programs", needs: "settings", menu: "set-up" },
  {
    to: "/admin/system",
    title: "System",
    note: "what leaves the shop, and what is held",
    needs: "settings",
    menu: "set-up",
  },
  {
    to: "/admin/system/data",
    title: "Data and deletion",
    note: "what is kept how long, and what was deleted when",
    needs: "settings",
  },
  { to: "/admin/mails", title: "E-mails", note: "e-mails that were not sent", needs: "people", menu: "set-up" },
  { to: "/mailbox", title: "Mailbox", note: "e-mails of the demonstration", only: "demo", menu: "set-up" },
  { to: "/admin/audit", title: "Audit", note: "who did what and when", needs: "any", menu: "set-up" },
  { to: "/setup", title: "Set up the shop", note: "what is left before and after opening", needs: "settings" },
] as const satisfies readonly Page[];

/** What an admin does often, and where it begins. */
const actions: readonly Place[] = [
  { to: "/admin/custom-orders", title: "Write a quote", note: "opens the next request", needs: "orders" },
  {
    to: "/admin/orders?group=no-writer&sort=due",
    title: "Assign a writer",
    note: "opens paid orders without one",
    needs: "orders",
  },
  {
    to: "/admin/orders?watch=transfer",
    title: "Confirm a transfer",
    note: "opens orders that wait for one",
    needs: "orders",
  },
  { to: "/admin/orders?group=trouble", title: "Decide a dispute", note: "opens disputed orders", needs: "orders" },
  { to: "/admin/pricing", title: "Change a price", note: "opens the price list", needs: "prices" },
  { to: "/admin/codes/new", title: "Make a promotion code", note: "opens an empty form", needs: "prices" },
  { to: "/admin/chats", title: "Answer a chat", note: "opens who waits longest", needs: "chat" },
  { to: "/accountSettings", title: "Account settings", note: "name, sign-in, notices" },
];

/** What of the admin area is open: the rights of the viewer, and whether this is a demonstration. */
export type Opened = { may: (needs: Capability | "any") => boolean; demo: boolean };

const isOpen = ({ needs, only }: Place, { may, demo }: Opened): boolean =>
  (only !== "demo" || demo) && (!needs || may(needs));

/** The addresses of the menu; each has an icon. */
export type MenuPath = Extract<(typeof pages)[number], { menu: string }>["to"];
export type MenuItem = { to: MenuPath; label: string; count: MenuCount | null };
export type Menu = Record<"work" | "set-up", readonly MenuItem[]>;

const inMenu = (page: (typeof pages)[number]): page is Extract<typeof page, { menu: string }> => "menu" in page;

/** The navigation of the admin area. */
export function menuFor(opened: Opened): Menu {
  const open = pages.filter(inMenu).filter((page) => isOpen(page, opened));
  const of = (menu: keyof Menu): MenuItem[] =>
    open
      .filter((page) => page.menu === menu)
      .map((page) => ({ to: page.to, label: page.title, count: "count" in page ? page.count : null }));
  return { work: of("work"), "set-up": of("set-up") };
}

type NavHit = { kind: "pages" | "actions" } & Pick<Place, "to" | "title" | "note">;

/** Pages and actions that a search finds and that are open; without words the actions. */
export function placesFor(search: string, opened: Opened): readonly NavHit[] {
  const of = (kind: NavHit["kind"], places: readonly Place[]): NavHit[] =>
    places.filter((place) => isOpen(place, opened)).map(({ to, title, note }) => ({ kind, to, title, note }));
  if (search.trim() === "") return of("actions", actions);
  return findIn([...of("pages", pages), ...of("actions", actions)], search, ({ title, note }) => `${title} ${note}`);
}
