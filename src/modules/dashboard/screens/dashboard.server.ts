import { unreadByOrder } from "#src/modules/chat/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import {
  type ClaimRefused,
  type ClientCard,
  claimOrder,
  clientDashboard,
  clientTabs,
  openRequests,
} from "#src/modules/orders/index.server.ts";
import { arrivedOfOrders } from "#src/modules/payments/index.server.ts";
import { type Arrived, arrivedText } from "#src/modules/payments/index.ts";
import { changeHoliday, shownWorkspace } from "#src/modules/writing/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { notFound } from "#src/shared/outcome.ts";
import { formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { type FormatMoment, momentsIn, workLine } from "./order-content.server.ts";

const pageOf = (id: string) => `/dashboard/orders/${id}`;

/** What one press does about an order that waits for its client. */
function turnOf(card: ClientCard): { to: string; label: string; main: boolean } {
  const to = pageOf(card.id);
  if (card.status === "delivered") return { to: `${to}#text`, label: "Read the work", main: true };
  if (card.status === "on_hold") return { to, label: "Answer the question", main: true };
  if (card.status === "quoted") return { to, label: "Read the quote", main: true };
  if (card.kind === "custom") return { to, label: "See your order", main: false };
  const price = card.priceCents === null ? "" : ` ${formatUsd(card.priceCents)}`;
  return { to: `/checkout/${card.id}`, label: `Pay${price}`, main: true };
}

/** Until when the client can do it: pay at this price, or read and decide. */
function untilOf(card: ClientCard, moment: FormatMoment, now: Date): string | null {
  const until = card.standsUntil;
  return card.priceCents !== null && until && until > now ? `until ${moment(until)}` : null;
}

/** A transfer that is waited for: what of it has arrived, and until when; null where none is. */
function waitOf({ awaitsTransfer, standsUntil }: ClientCard, moment: FormatMoment, arrived: Arrived | undefined) {
  if (!awaitsTransfer) return null;
  const texts = [arrived && arrivedText(arrived), standsUntil && `We wait until ${moment(standsUntil)}.`];
  return texts.filter(Boolean).join(" ") || null;
}

type OrderState = { unread: number; arrived: Arrived | undefined };
const shownCard = (card: ClientCard, moment: FormatMoment, now: Date, { unread, arrived }: OrderState) => ({
  unread,
  id: card.id,
  number: card.number,
  title: card.title,
  work: workLine(card),
  shown: card.shown,
  next: card.next,
  until: untilOf(card, moment, now),
  wait: waitOf(card, moment, arrived),
  due: moment(card.deadline),
  priceCents: card.priceCents,
  ended: card.status === "cancelled" || card.status === "refunded",
  test: card.test,
  turn: turnOf(card),
});
export type ShownCard = ReturnType<typeof shownCard>;

/** What the address asks for: a tab, a search, and where the list continues. */
function askedOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const tab = clientTabs.find((one) => one === query.get("tab")) ?? "all";
  return { tab, search: (query.get("search") ?? "").trim().slice(0, 200), after: query.get("after")?.slice(0, 100) };
}

const unreadOf = async ({ viewer, runtime }: Ctx): Promise<ReadonlyMap<string, number>> =>
  viewer.kind === "person" ? await unreadByOrder(runtime.db, viewer) : new Map();

/** A person's own orders with every time in words. */
export const shownDashboard = async (ctx: Ctx, request: Request) => shownOrders(ctx, request, await unreadOf(ctx));

async function shownOrders(ctx: Ctx, request: Request, unread: ReadonlyMap<string, number>) {
  const { tab, search, after } = askedOf(request);
  const [found, requests] = await Promise.all([
    clientDashboard(ctx, { tab, search, ...(after && { after }) }),
    after ? null : openRequests(ctx, {}),
  ]);
  const dashboard = orPage(found, request);
  const [zone, now] = [await readingZone(ctx), ctx.runtime.clock()];
  const waiting = dashboard.orders.filter(({ awaitsTransfer }) => awaitsTransfer).map(({ id }) => id);
  const arrived = await arrivedOfOrders(ctx.runtime.db, waiting);
  const card = (one: ClientCard) =>
    shownCard(one, momentsIn(zone), now, { unread: unread.get(one.id) ?? 0, arrived: arrived.get(one.id) });
  return {
    yourTurn: dashboard.yourTurn.map(card),
    orders: dashboard.orders.map(card),
    requests: requests?.ok
      ? requests.value.map(({ endsAt, ...one }) => ({ ...one, until: formatMoment(endsAt, zone) }))
      : [],
    counts: dashboard.counts,
    older: dashboard.older,
    asked: { tab, search, later: Boolean(after) },
    zone: zoneLabel(zone, now),
  };
}
export type ShownDashboard = Awaited<ReturnType<typeof shownDashboard>>;

const doneMessages: Readonly<Record<string, string>> = {
  holiday: "Your days off are saved.",
  "claim-asked": "Our team looks at this order first. We write to you. You do not have to do anything.",
};

/** A writer's workspace, and the orders that the same person placed before. */
export async function shownWritersPage(ctx: Ctx, request: Request) {
  const unread = await unreadOf(ctx);
  const [work, own] = await Promise.all([shownWorkspace(ctx, request, unread), shownOrders(ctx, request, unread)]);
  return { work, own, done: doneMessages[flashOf(request)] ?? null };
}
export type ShownWritersPage = Awaited<ReturnType<typeof shownWritersPage>>;

/** What a writer does on the start page: takes an order, or names days off. */
export async function submitWriterAction(ctx: Ctx, request: Request) {
  const { intent = "", orderId = "", awayFrom = "", awayUntil = "" } = textsIn(await request.formData());
  if (intent === "claim") {
    const claimed = await claimOrder(ctx, { orderId });
    if (claimed.ok && claimed.value.status === "confirmed") return redirectWithFlash("/dashboard", "claim-asked");
    if (claimed.ok) return redirectWithFlash(`/dashboard/orders/${claimed.value.orderId}`, "claimed");
    if (claimed.code === "not-found") return orPage(claimed, request);
    return refusedForm(claimed, {}, { claim: claimed.data?.claim as ClaimRefused | undefined });
  }
  const personId = ctx.viewer.kind === "person" ? ctx.viewer.id : "";
  const changed = intent === "holiday" ? await changeHoliday(ctx, { personId, awayFrom, awayUntil }) : notFound();
  if (changed.ok) return redirectWithFlash("/dashboard", "holiday");
  if (changed.code === "not-found") return orPage(changed, request);
  return refusedForm(changed, { awayFrom, awayUntil });
}
