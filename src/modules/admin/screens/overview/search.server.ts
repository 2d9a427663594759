import { peopleList } from "#src/modules/accounts/index.server.ts";
import { canSeePeople, roleLabels } from "#src/modules/accounts/index.ts";
import { readInbox } from "#src/modules/chat/index.server.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { adminOrderList, canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { findCodes, findMoney } from "#src/modules/payments/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { SearchMatch } from "#src/shared/search.ts";
import type { Person } from "#src/shared/viewer.ts";
import { formatDay } from "#src/shared/zone.ts";
import { placesFor } from "../../domain/pages.ts";
import { isOpenTo } from "../../domain/policy.ts";

export type Hit = { key: string; to: string; title: string; note: string; aside: string };
export type HitGroup = {
  key: "orders" | "people" | "chats" | "money" | "codes" | "pages" | "actions";
  label: string;
  hits: readonly Hit[];
};

const each = 5;
/** Fewer characters than this find too much to be read. */
const least = 2;

/**
 * Of what a list finds, the first: rows with words that begin as the search says, then those that have it inside a word.
 * `read` asks the list for one of the two; it gives nothing where the viewer may not see the list.
 */
async function firstOf<Row extends { id: string }>(
  read: (match: SearchMatch) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const begun = (await read("beginnings")).slice(0, each);
  if (begun.length === each) return begun;
  const known = new Set(begun.map(({ id }) => id));
  const inside = (await read("anywhere")).filter(({ id }) => !known.has(id));
  return [...begun, ...inside].slice(0, each);
}

async function ordersFor(ctx: Ctx, search: string): Promise<readonly Hit[]> {
  const rows = await firstOf(async (match) => {
    const found = await adminOrderList(ctx, { group: "all", search, match });
    return found.ok ? found.value.rows : [];
  });
  return rows.map((row) => ({
    ...{ key: row.id, to: `/admin/orders/${row.id}`, title: row.title, aside: row.shown.text },
    note: [row.number, row.clientName, row.writerName].filter(Boolean).join(", "),
  }));
}

async function peopleFor(ctx: Ctx, search: string): Promise<readonly Hit[]> {
  const rows = await firstOf(async (match) => {
    const found = await peopleList(ctx, { search, match });
    return found.ok ? found.value.rows : [];
  });
  return rows.map(({ id, name, email, role, blockedAt }) => ({
    ...{ key: id, to: `/admin/people/${id}`, title: name, note: email },
    aside: blockedAt ? "Blocked" : roleLabels[role],
  }));
}

async function chatsFor(ctx: Ctx, search: string, zone: string): Promise<readonly Hit[]> {
  const found = await readInbox(ctx, { tab: "all", search });
  if (!found.ok) return [];
  return found.value.lines.slice(0, each).map((line) => ({
    ...(line.kind === "chat"
      ? { to: `/admin/chats/${line.id}`, title: line.userName, note: (line.lastMessage ?? "").slice(0, 80) }
      : { to: `/admin/chats/enquiries/${line.id}`, title: line.name, note: line.text.slice(0, 80) }),
    ...{ key: line.id, aside: formatDay(line.at, zone) },
  }));
}

async function moneyFor(ctx: Ctx, search: string): Promise<readonly Hit[]> {
  const found = await findMoney(ctx, { search });
  if (!found.ok) return [];
  return found.value.map(({ label, reference, orderId, runId, order }) => ({
    ...{ key: `${orderId ?? runId} ${reference}`, title: reference, note: order ? `Order ${order}` : "", aside: label },
    to: orderId ? `/admin/orders/${orderId}#money` : runId ? `/admin/payments/payouts/${runId}` : "/admin/payments",
  }));
}

async function codesFor(ctx: Ctx, search: string): Promise<readonly Hit[]> {
  const found = await findCodes(ctx, { search });
  if (!found.ok) return [];
  return found.value.map(({ id, code, endedAt }) => ({
    ...{ key: id, to: `/admin/codes/${id}`, title: code, note: "", aside: endedAt ? "Ended" : "" },
  }));
}

/** What an admin may find by a text: bounded queries for each kind, each of which asks for its own capability. */
export async function findForAdmin(ctx: Ctx, person: Person, text: string, zone: string): Promise<readonly HitGroup[]> {
  const search = text.trim().slice(0, 100);
  const long = [...search].length >= least;
  const [orders, people, chats, money, codes] = await Promise.all([
    long && canSeeAllOrders(person, "admin") ? ordersFor(ctx, search) : [],
    long && canSeePeople(person) ? peopleFor(ctx, search) : [],
    long && canAnswerChats(person) ? chatsFor(ctx, search, zone) : [],
    long ? moneyFor(ctx, search) : [],
    long ? codesFor(ctx, search) : [],
  ]);
  const found = placesFor(search, (capability) => isOpenTo(person, capability)).map((place) => ({
    ...{ key: `${place.kind} ${place.title}`, to: place.to, title: place.title, note: place.note, aside: "" },
    kind: place.kind,
  }));
  const placed = (kind: "pages" | "actions") => found.filter((one) => one.kind === kind).slice(0, each + 1);
  const groups: readonly HitGroup[] = [
    { key: "orders", label: "Orders", hits: orders },
    { key: "people", label: "People", hits: people },
    { key: "chats", label: "Chats", hits: chats },
    { key: "money", label: "Receipts, payments and payouts", hits: money },
    { key: "codes", label: "Promotion codes", hits: codes },
    { key: "pages", label: "Pages", hits: placed("pages") },
    { key: "actions", label: "Actions", hits: placed("actions") },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}
