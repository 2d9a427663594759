import { peopleList } from "#src/modules/accounts/index.server.ts";
import { canSeePeople, roleLabels } from "#src/modules/accounts/index.ts";
import { readInbox } from "#src/modules/chat/index.server.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { adminOrderList, canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { formatDay } from "#src/shared/zone.ts";
import { placesFor } from "../domain/pages.ts";
import { isOpenTo } from "../domain/policy.ts";

export type Hit = { key: string; to: string; title: string; note: string; aside: string };
export type HitGroup = {
  key: "orders" | "people" | "chats" | "pages" | "actions";
  label: string;
  hits: readonly Hit[];
};

const each = 5;
/** Fewer characters than this find too much to be read. */
const least = 2;
/** Inside of messages only longer texts are looked for. */
const leastInChats = 3;

async function ordersFor(ctx: Ctx, search: string): Promise<readonly Hit[]> {
  const found = await adminOrderList(ctx, { group: "all", search });
  if (!found.ok) return [];
  return found.value.rows.slice(0, each).map((row) => ({
    ...{ key: row.id, to: `/admin/orders/${row.id}`, title: row.title, aside: row.shown.text },
    note: [row.number, row.clientName, row.writerName].filter(Boolean).join(", "),
  }));
}

async function peopleFor(ctx: Ctx, search: string): Promise<readonly Hit[]> {
  const found = await peopleList(ctx, { search });
  if (!found.ok) return [];
  return found.value.rows.slice(0, each).map(({ id, name, email, role, blockedAt }) => ({
    ...{ key: id, to: `/admin/people/${id}`, title: name, note: email },
    aside: blockedAt ? "Blocked" : roleLabels[role],
  }));
}

async function chatsFor(ctx: Ctx, search: string, zone: string): Promise<readonly Hit[]> {
  const found = await readInbox(ctx, { tab: "all", search: search.slice(0, 100) });
  if (!found.ok) return [];
  return found.value.lines.slice(0, each).map((line) => ({
    ...(line.kind === "chat"
      ? { to: `/admin/chats/${line.id}`, title: line.userName, note: (line.lastMessage ?? "").slice(0, 80) }
      : { to: `/admin/chats/enquiries/${line.id}`, title: line.name, note: line.text.slice(0, 80) }),
    ...{ key: line.id, aside: formatDay(line.at, zone) },
  }));
}

/** What an admin may find by a text: one bounded query for each kind, each of which asks for its own capability. */
export async function findForAdmin(ctx: Ctx, person: Person, text: string, zone: string): Promise<readonly HitGroup[]> {
  const search = text.trim().replaceAll("\0", "").slice(0, 100);
  const long = (most: number) => [...search].length >= most;
  const [orders, people, chats] = await Promise.all([
    long(least) && canSeeAllOrders(person, "admin") ? ordersFor(ctx, search) : [],
    long(least) && canSeePeople(person) ? peopleFor(ctx, search) : [],
    long(leastInChats) && canAnswerChats(person) ? chatsFor(ctx, search, zone) : [],
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
    { key: "pages", label: "Pages", hits: placed("pages") },
    { key: "actions", label: "Actions", hits: placed("actions") },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}
