import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  type ClaimableOrder,
  claimableOrders,
  type WriterCard,
  writerDashboard,
} from "#src/modules/orders/index.server.ts";
import { myEarnings, payoutSetting } from "#src/modules/payments/index.server.ts";
import { nextPayoutDay } from "#src/modules/payments/index.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { percentOf } from "#src/shared/money.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { dayMs } from "#src/shared/units.ts";
import { formatDay, formatMoment, localOf } from "#src/shared/zone.ts";
import { academicLevels } from "../domain/application.ts";
import { awayLabel } from "../domain/away.ts";
import { estimatedMinutes, estimateLabel } from "../domain/pay.ts";
import { fitsOrder } from "../domain/suggest.ts";
import { ownCapacity } from "../queries/writer-directory.ts";
import { estimateSetting } from "../settings.ts";

type Rates = Awaited<ReturnType<typeof ratesOf>>;
type Clock = { now: Date; zone: string; rates: Rates };

const ratesOf = (ctx: Ctx) => ctx.runtime.settings.get(estimateSetting);

const dueLabel = (due: Date | null, { now, zone }: Clock) => {
  if (!due) return null;
  const ms = due.getTime() - now.getTime();
  return { at: formatMoment(due, zone, now), left: leftOr(due, now), late: ms < 0, soon: ms < dayMs };
};

type Measured = Pick<WriterCard, "service" | "orderType" | "pages" | "citedSources">;
const estimateOf = (work: Measured, { rates }: Clock): string =>
  estimateLabel(estimatedMinutes(rates[work.service] ?? null, work));

/** What the state of an order waits for, beside its word. */
const noteOf = ({ heldSince, review, status }: WriterCard, zone: string): string | null => {
  if (heldSince) return `Asked ${formatMoment(heldSince, zone)}`;
  if (review) return review.opened ? "The client looked at it" : "Not opened yet";
  return status === "revision_requested" ? "Points to answer" : null;
};

const shownWork = (card: WriterCard, clock: Clock, unread = 0) => {
  const { id, number, title, service, subject, pages, wordCount, status, shown, version, answerUntil } = card;
  const left = answerUntil && Math.max(0, answerUntil.getTime() - clock.now.getTime());
  return {
    ...{ id, number, title, status, shown, version, service, subject, pages, wordCount },
    unread,
    test: card.test,
    citedSources: card.citedSources,
    payCents: card.payCents,
    estimate: estimateOf(card, clock),
    due: dueLabel(card.deadline, clock),
    review: card.review && { until: card.review.until && formatMoment(card.review.until, clock.zone, clock.now) },
    note: noteOf(card, clock.zone),
    answer: answerUntil && { until: formatMoment(answerUntil, clock.zone, clock.now), left: shortTime(left ?? 0) },
  };
};
export type ShownWork = ReturnType<typeof shownWork>;

const shownOpen = (order: ClaimableOrder, share: number, clock: Clock) => {
  const { id, number, title, instructions, service, subject, pages, wordCount, citedSources, priceCents, test } = order;
  return {
    ...{ id, number, title, instructions, service, subject, pages, wordCount, citedSources, test },
    payCents: priceCents === null ? null : percentOf(priceCents, share),
    estimate: estimateOf(order, clock),
    due: dueLabel(order.deadline, clock),
  };
};
export type ShownOpen = ReturnType<typeof shownOpen>;

/** An offer's pay, estimate and own deadline, as its page shows them before anybody accepts. */
export async function shownDeal(ctx: Ctx, card: Measured & Pick<WriterCard, "payCents" | "deadline">, zone: string) {
  const clock: Clock = { now: ctx.runtime.clock(), zone, rates: await ratesOf(ctx) };
  return { payCents: card.payCents, estimate: estimateOf(card, clock), due: dueLabel(card.deadline, clock) };
}

/** What may be taken: what fits the subjects, else all of it where `all` is asked for; null where nothing is claimed. */
async function shownClaims(ctx: Ctx, request: Request, clock: Clock, own: OwnRow) {
  const open = orPage(await claimableOrders(ctx, {}), request);
  if (open === null || own === null) return null;
  const fitting = open.filter(({ field, academicLevel }) =>
    fitsOrder(own.subjects, { subject: field, level: academicLevel }),
  );
  const query = new URL(request.url).searchParams;
  const all = query.get("open") === "all";
  const listed = all ? open : fitting;
  const levels = academicLevels.filter((one) => listed.some(({ academicLevel }) => academicLevel === one));
  const level = academicLevels.find((one) => one === query.get("level")) ?? null;
  const orders = listed
    .filter(({ academicLevel }) => level === null || academicLevel === level)
    .map((order) => shownOpen(order, own.share, clock));
  const free = own.openOrders < own.capacity && own.active;
  return { all, level, levels, orders, fitting: fitting.length, open: open.length, free };
}
type OwnRow = Extract<Awaited<ReturnType<typeof ownCapacity>>, { ok: true }>["value"] | null;

/** What the estimates on the page are made of; null where the operator names nothing. */
const ratesLabel = (rates: Rates): string | null => {
  const standard = rates["non-technical"];
  if (!standard) return null;
  return `Estimates: ${standard.page} minutes a page and ${standard.source} a source; editing ${standard.editingPage} minutes a page.`;
};

const ended: readonly string[] = ["cancelled", "refunded"];

/**
 * A writer's offers, running work by the own deadline, what may be taken, money and free capacity, in words.
 * `unread`: messages by order that this writer has not read.
 */
export async function shownWorkspace(ctx: Ctx, request: Request, unread: ReadonlyMap<string, number>) {
  const site = await ctx.runtime.settings.get(siteSetting);
  const ownZone = ctx.viewer.kind === "person" ? ctx.viewer.timeZone : null;
  const clock: Clock = { now: ctx.runtime.clock(), zone: ownZone ?? site.timeZone, rates: await ratesOf(ctx) };
  const [dashboard, capacity] = await Promise.all([writerDashboard(ctx, {}), ownCapacity(ctx, {})]);
  const { working, handedOver } = orPage(dashboard, request);
  const money = await myEarnings(ctx, { also: handedOver.map(({ id }) => id) });
  const { heldCents, earnedCents, paidOutCents, lines } = orPage(money, request);
  const own = capacity.ok ? capacity.value : null;
  const shown = (card: WriterCard) => shownWork(card, clock, unread.get(card.id));
  const payday = nextPayoutDay(await ctx.runtime.settings.get(payoutSetting), localOf(clock.now, clock.zone).date);
  const byOrder = new Map(lines.map((one) => [one.order.id, one.heldCents + one.earnedCents + one.paidOutCents]));
  const earnedOf = (card: WriterCard) => byOrder.get(card.id) ?? (ended.includes(card.status) ? 0 : card.payCents);
  return {
    zone: clock.zone,
    now: formatMoment(clock.now, clock.zone, clock.now),
    capacity: own && { ...own, holiday: awayLabel(own, localOf(clock.now, site.timeZone).date) },
    offers: working.filter(({ status }) => status === "assigned").map(shown),
    running: working.filter(({ status }) => status !== "assigned").map(shown),
    handedOver: handedOver.map((card) => ({ ...shown(card), payCents: earnedOf(card) })),
    claims: await shownClaims(ctx, request, clock, own),
    money: {
      ...{ heldCents, earnedCents, paidOutCents },
      held: lines.filter((one) => one.heldCents > 0).length,
      earned: lines.filter((one) => one.earnedCents > 0).length,
      nextPayout: formatDay(new Date(`${payday}T12:00:00Z`), "UTC"),
    },
    rates: ratesLabel(clock.rates),
  };
}
export type ShownWorkspace = Awaited<ReturnType<typeof shownWorkspace>>;
