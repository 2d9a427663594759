import { shownWorkspace } from "#src/modules/writing/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { type ClientCard, type ClientDashboard, clientDashboard } from "../../index.server.ts";
import { workLine } from "./work-words.ts";
import { momentsIn, readingZone, type Words } from "./zone.server.ts";

const pageOf = (id: string) => `/dashboard/orders/${id}`;

/** What one press does about an order that waits for its client. */
function turnOf(card: ClientCard): { to: string; label: string; main: boolean } {
  const to = pageOf(card.id);
  if (card.status === "delivered") return { to, label: "Read the work", main: true };
  if (card.status === "on_hold") return { to, label: "Answer the question", main: true };
  if (card.status === "quoted") return { to, label: "Read the quote", main: true };
  if (card.kind === "custom") return { to, label: "See your order", main: false };
  if (card.paymentStatus === "awaiting_confirmation") return { to, label: "See your order", main: false };
  const price = card.priceCents === null ? "" : ` ${formatUsd(card.priceCents)}`;
  return { to: `/checkout/${card.id}`, label: `Pay${price}`, main: true };
}

/** Until when a price stands that is not paid. */
function standsUntil(card: ClientCard, moment: Words, now: Date): string {
  const until = card.status === "quoted" ? card.quoteEndsAt : card.lockEndsAt;
  const open = card.status === "quoted" || card.status === "pending";
  if (!open || card.priceCents === null || !until || until <= now) return "";
  return ` The price of ${formatUsd(card.priceCents)} is locked until ${moment(until)}.`;
}

const shownCard = (card: ClientCard, moment: Words, now: Date) => ({
  id: card.id,
  number: card.number,
  title: card.title,
  work: workLine(card),
  shown: card.shown,
  next: card.next + standsUntil(card, moment, now),
  due: moment(card.deadline),
  priceCents: card.priceCents,
  ended: card.status === "cancelled" || card.status === "refunded",
  test: card.test,
  turn: turnOf(card),
});
export type ShownCard = ReturnType<typeof shownCard>;

const inZone = (dashboard: ClientDashboard, zone: string, now: Date) => {
  const card = (one: ClientCard) => shownCard(one, momentsIn(zone), now);
  return { yourTurn: dashboard.yourTurn.map(card), orders: dashboard.orders.map(card), older: dashboard.older, zone };
};
export type ShownDashboard = ReturnType<typeof inZone>;

/** A person's own orders with every time in words. `after` is the place of an older page. */
export async function shownDashboard(ctx: Ctx, request: Request, after: string | null): Promise<ShownDashboard> {
  const place = after && after.length <= 100 ? { after } : {};
  const dashboard = orPage(await clientDashboard(ctx, place), request);
  return inZone(dashboard, await readingZone(ctx, null), ctx.runtime.clock());
}

/** A writer's workspace, and the orders that the same person placed before. */
export async function shownWritersPage(ctx: Ctx, request: Request, after: string | null) {
  const [work, own] = await Promise.all([shownWorkspace(ctx, request), shownDashboard(ctx, request, after)]);
  return { work, own };
}
export type ShownWritersPage = Awaited<ReturnType<typeof shownWritersPage>>;
