import { peopleList } from "#src/modules/accounts/index.server.ts";
import { canSeePeople, roleLabels } from "#src/modules/accounts/index.ts";
import { readInbox } from "#src/modules/chat/index.server.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { type AdminOrderRow, adminOrderList, canSeeAllOrders, isParty } from "#src/modules/orders/index.server.ts";
import { findCodes, findMoney } from "#src/modules/payments/index.server.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { matchesSearch, type SearchMatch } from "#src/shared/search.ts";
import type { Person } from "#src/shared/viewer.ts";
import { formatDay } from "#src/shared/zone.ts";
import { type Opened, placesFor } from "../../domain/nav.ts";
import { isOpenTo } from "../../domain/policy.ts";

/** `shown`: the state of an order, in place of `aside`. */
export type Hit = {
  key: string;
  to: string;
  title: string;
  note: string;
  aside: string;
  shown?: AdminOrderRow["shown"];
};
/** `count`: how many there are, "50+" where they are more than a page; `all`: the list of them. */
type Kind = { hits: readonly Hit[]; count?: string; all?: string };
export type HitGroup = Kind & {
  key: "last" | "orders" | "people" | "chats" | "money" | "codes" | "pages" | "actions";
  label: string;
};

const each = 5;
/** Fewer characters than this find too much to be read. */
const least = 2;

type Page<Row> = { rows: readonly Row[]; older: string | null };

const countOf = ({ rows, older }: Page<unknown>): string => (older ? `${rows.length}+` : `${rows.length}`);
const listAt = (path: string, search: string): string => `${path}search=${encodeURIComponent(search)}`;

/**
 * Of what a list finds, the first: rows with words that begin as the search says, then those that have it inside a word.
 * `read` asks the list for one of the two; it gives nothing where the viewer may not see the list.
 */
async function firstOf<Row extends { id: string }>(read: (match: SearchMatch) => Promise<Outcome<Page<Row>>>) {
  const pageOf = async (match: SearchMatch): Promise<Page<Row>> => {
    const found = await read(match);
    return found.ok ? found.value : { rows: [], older: null };
  };
  const [begun, inside] = await Promise.all([pageOf("beginnings"), pageOf("anywhere")]);
  const first = begun.rows.slice(0, each);
  const known = new Set(first.map(({ id }) => id));
  const rows = [...first, ...inside.rows.filter(({ id }) => !known.has(id))].slice(0, each);
  return { rows, count: countOf(inside) };
}

/** What can be done with the order that was found first. */
function orderActions(row: AdminOrderRow, person: Person): readonly Hit[] {
  const { id, number, title, status, kind } = row;
  const action = (verb: string, to: string): Hit => ({
    ...{ key: `${verb} ${id}`, to, title: `${verb} ${number}`, note: title, aside: "" },
  });
  if (isParty(row, person)) return [];
  if (status === "pending" && kind === "custom")
    return [action("Write a quote for", `/admin/custom-orders?order=${id}`)];
  if (status === "confirmed") return [action("Assign", `/admin/orders/${id}`)];
  const mayRefund = canManageMoney(person) && (status === "delivered" || status === "completed");
  return mayRefund ? [action("Refund a part of", `/admin/orders/${id}?wish=refund`)] : [];
}

type Found = Kind & { actions: readonly Hit[] };
const nothing: Found = { hits: [], actions: [] };

async function ordersFor(ctx: Ctx, person: Person, search: string): Promise<Found> {
  const { rows, count } = await firstOf((match) => adminOrderList(ctx, { group: "all", search, match }));
  const hits = rows.map((row) => ({
    ...{ key: row.id, to: `/admin/orders/${row.id}`, title: row.title, aside: "", shown: row.shown },
    note: [row.number, row.clientName, row.writerName].filter(Boolean).join(", "),
  }));
  const [first] = rows;
  return {
    hits,
    count,
    all: listAt("/admin/orders?group=all&", search),
    actions: first ? orderActions(first, person) : [],
  };
}

async function peopleFor(ctx: Ctx, search: string): Promise<Found> {
  const { rows, count } = await firstOf((match) => peopleList(ctx, { search, match }));
  const hits = rows.map(({ id, name, email, role, blockedAt }) => ({
    ...{ key: id, to: `/admin/people/${id}`, title: name, note: email },
    aside: blockedAt ? "Blocked" : roleLabels[role],
  }));
  return { hits, count, all: listAt("/admin/people?", search), actions: [] };
}

async function chatsFor(ctx: Ctx, search: string, zone: string): Promise<Found> {
  const found = await readInbox(ctx, { tab: "all", search });
  if (!found.ok) return nothing;
  const { lines, older } = found.value;
  const hits = lines.slice(0, each).map((line) => ({
    ...(line.kind === "chat"
      ? { to: `/admin/chats/${line.id}`, title: line.userName, note: (line.lastMessage ?? "").slice(0, 80) }
      : { to: `/admin/chats/enquiries/${line.id}`, title: line.name, note: line.text.slice(0, 80) }),
    ...{ key: line.id, aside: formatDay(line.at, zone) },
  }));
  const named = peopleToWrite(
    lines.flatMap((line) => (line.kind === "chat" ? [line] : [])),
    search,
  );
  return { hits, count: countOf({ rows: lines, older }), all: listAt("/admin/chats?tab=all&", search), actions: named };
}

/** The people whose names hold the search, to write to: at most two. */
const peopleToWrite = (chats: readonly { id: string; userName: string }[], search: string): readonly Hit[] =>
  chats
    .filter(({ userName }) => matchesSearch(userName, search))
    .slice(0, 2)
    .map(({ id, userName }) => ({
      ...{
        key: `write ${id}`,
        to: `/admin/chats/${id}`,
        title: `Write to ${userName}`,
        note: "opens the chat",
        aside: "",
      },
    }));

async function moneyFor(ctx: Ctx, search: string): Promise<Found> {
  const found = await findMoney(ctx, { search });
  if (!found.ok) return nothing;
  const hits = found.value.map(({ label, reference, orderId, runId, order }) => ({
    ...{ key: `${orderId ?? runId} ${reference}`, title: reference, note: order ? `Order ${order}` : "", aside: label },
    to: orderId ? `/admin/orders/${orderId}#money` : runId ? `/admin/payments/payouts/${runId}` : "/admin/payments",
  }));
  return { hits, actions: [] };
}

async function codesFor(ctx: Ctx, search: string): Promise<Found> {
  const found = await findCodes(ctx, { search });
  if (!found.ok) return nothing;
  const hits = found.value.map(({ id, code, endedAt }) => ({
    ...{ key: id, to: `/admin/codes/${id}`, title: code, note: "", aside: endedAt ? "Ended" : "" },
  }));
  return { hits, actions: [] };
}

/** What lies in the records: bounded queries for each kind, each of which asks for its own capability. */
const recordsFor = async (ctx: Ctx, person: Person, search: string, zone: string) => {
  const long = [...search].length >= least;
  const [orders, people, chats, money, codes] = await Promise.all([
    long && canSeeAllOrders(person, "admin") ? ordersFor(ctx, person, search) : nothing,
    long && canSeePeople(person) ? peopleFor(ctx, search) : nothing,
    long && canAnswerChats(person) ? chatsFor(ctx, search, zone) : nothing,
    long ? moneyFor(ctx, search) : nothing,
    long ? codesFor(ctx, search) : nothing,
  ]);
  return { orders, people, chats, money, codes };
};

/** What an admin may find by a text, and what they may do with it. */
export async function findForAdmin(ctx: Ctx, person: Person, text: string, zone: string): Promise<readonly HitGroup[]> {
  const search = text.trim().slice(0, 100);
  const { orders, people, chats, money, codes } = await recordsFor(ctx, person, search, zone);
  const opened: Opened = { may: (needs) => isOpenTo(person, needs), demo: ctx.runtime.mode === "demo" };
  const found = placesFor(search, opened).map((place) => ({
    ...place,
    key: `${place.kind} ${place.title}`,
    aside: "",
  }));
  const placed = (kind: "pages" | "actions") => found.filter((one) => one.kind === kind).slice(0, each + 1);
  const group = (key: HitGroup["key"], label: string, { hits, count, all }: Kind): HitGroup => ({
    ...{ key, label, hits },
    ...(count && all && { count, all }),
  });
  const groups: readonly HitGroup[] = [
    group("orders", "Orders", orders),
    group("people", "People", people),
    group("chats", "Chats", chats),
    group("money", "Receipts, payments and payouts", money),
    group("codes", "Promotion codes", codes),
    group("pages", "Pages", { hits: placed("pages") }),
    group("actions", "Actions", { hits: [...placed("actions"), ...orders.actions, ...chats.actions] }),
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}
