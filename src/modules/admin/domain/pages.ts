import { findIn } from "#src/shared/search.ts";
import type { Capability } from "#src/shared/viewer.ts";

/** A page or an action of the admin area, for search: its name, what it is about, and who has it. */
export type Place = { to: string; title: string; note: string; needs?: Capability; kind: "pages" | "actions" };

const places: readonly Place[] = [
  { kind: "pages", to: "/admin", title: "Overview", note: "what waits for us" },
  { kind: "pages", to: "/admin/notices", title: "Notices", note: "what you were notified of" },
  { kind: "pages", to: "/admin/orders", title: "Orders", note: "all orders, with filters and views", needs: "orders" },
  { kind: "pages", to: "/admin/custom-orders", title: "Custom orders", note: "requests and quotes", needs: "orders" },
  { kind: "pages", to: "/admin/chats", title: "Chats", note: "conversations and enquiries", needs: "chat" },
  { kind: "pages", to: "/admin/writers", title: "Writers", note: "load, figures, terms", needs: "people" },
  { kind: "pages", to: "/admin/people", title: "People", note: "accounts, roles, sessions", needs: "people" },
  { kind: "pages", to: "/admin/mails", title: "E-mails", note: "e-mails that were not sent", needs: "people" },
  { kind: "pages", to: "/admin/payments", title: "Payments", note: "ledger, refunds, transfers", needs: "money" },
  { kind: "pages", to: "/admin/pricing", title: "Pricing", note: "rates, factors, deadlines", needs: "prices" },
  { kind: "pages", to: "/admin/codes", title: "Promotion codes", note: "discounts and their uses", needs: "prices" },
  { kind: "pages", to: "/admin/settings", title: "Settings", note: "every setting with its bounds", needs: "settings" },
  {
    kind: "pages",
    to: "/admin/site",
    title: "Site and name",
    note: "how the shop looks: logo, icon, colour, on all pages and in e-mails",
    needs: "settings",
  },
  {
    kind: "pages",
    to: "/admin/site/pages",
    title: "Pages",
    note: "texts of About us and Accessibility, their versions, and how they look in search results",
    needs: "settings",
  },
  {
    kind: "pages",
    to: "/admin/site/services",
    title: "Services",
    note: "names, addresses, texts and calculators of the services, and own services",
    needs: "settings",
  },
  {
    kind: "pages",
    to: "/admin/site/menu",
    title: "Menu and footer",
    note: "links of menu and footer, social links, and the notice bar",
    needs: "settings",
  },
  {
    kind: "pages",
    to: "/admin/site/emails",
    title: "Texts of e-mails",
    note: "subject and text of every e-mail, with a preview and a test",
    needs: "settings",
  },
  {
    kind: "pages",
    to: "/admin/honest-use",
    title: "Honest use",
    note: "requests that a person reads, rules, try a sentence",
    needs: "orders",
  },
  { kind: "pages", to: "/admin/api", title: "API", note: "keys and webhooks for programs", needs: "settings" },
  {
    kind: "pages",
    to: "/admin/system",
    title: "System",
    note: "what leaves the shop, and what is held",
    needs: "settings",
  },
  {
    kind: "pages",
    to: "/admin/system/data",
    title: "Data and deletion",
    note: "what is kept how long, and what was deleted when",
    needs: "settings",
  },
  {
    kind: "pages",
    to: "/setup",
    title: "Set up the shop",
    note: "what is left before and after opening",
    needs: "settings",
  },
  { kind: "pages", to: "/admin/audit", title: "Audit", note: "who did what and when" },
  {
    kind: "actions",
    to: "/admin/custom-orders",
    title: "Write a quote",
    note: "opens the next request",
    needs: "orders",
  },
  {
    kind: "actions",
    to: "/admin/orders?group=no-writer&sort=due",
    title: "Assign a writer",
    note: "opens paid orders without one",
    needs: "orders",
  },
  {
    kind: "actions",
    to: "/admin/orders?watch=transfer",
    title: "Confirm a transfer",
    note: "opens orders that wait for one",
    needs: "orders",
  },
  {
    kind: "actions",
    to: "/admin/orders?group=trouble",
    title: "Decide a dispute",
    note: "opens disputed orders",
    needs: "orders",
  },
  { kind: "actions", to: "/admin/pricing", title: "Change a price", note: "opens the price list", needs: "prices" },
  {
    kind: "actions",
    to: "/admin/codes/new",
    title: "Make a promotion code",
    note: "opens an empty form",
    needs: "prices",
  },
  { kind: "actions", to: "/admin/chats", title: "Answer a chat", note: "opens who waits longest", needs: "chat" },
  { kind: "actions", to: "/accountSettings", title: "Account settings", note: "name, sign-in, notices" },
];

/** Places that a search finds and that these capabilities open; without words the actions. */
export function placesFor(search: string, may: (capability: Capability) => boolean): readonly Place[] {
  const open = places.filter(({ needs }) => !needs || may(needs));
  if (search.trim() === "") return open.filter(({ kind }) => kind === "actions");
  return findIn(open, search, ({ title, note }) => `${title} ${note}`);
}
