import { siteSetting } from "#src/modules/operator/index.server.ts";
import { rulesSetting } from "#src/modules/orders/index.server.ts";
import {
  type EarningsLine,
  type MyPay,
  myEarnings,
  myPay,
  myStatement,
  type WriterPayout,
} from "#src/modules/payments/index.server.ts";
import { nextPayoutDay, payoutNumber, rhythmLabel } from "#src/modules/payments/index.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { countryName } from "#src/shared/countries.ts";
import { formatDate, formatDay, formatMoment, localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { type Period, periodChoices, periodOf, periodQuery } from "../domain/period.ts";

type Wait = NonNullable<EarningsLine["order"]["wait"]>;

/** Until when the pay is held, as the line below a state says it. */
const waitLabel = ({ for: what, at }: Wait, day: string, now: Date): string => {
  if (what === "changes") return `yours on ${day}`;
  if (what === "review") return at > now ? `client decides by ${day}` : `client had until ${day}`;
  if (what === "work") return at > now ? `until ${day}` : `was due on ${day}`;
  return what === "second-payment" ? "until the client’s second payment" : `since ${day}`;
};

const shownLine = ({ order, ...line }: EarningsLine, zone: string, now: Date) => {
  const day = (at: Date | null) => at && formatDay(at, zone, now);
  const { id, number, title, shown, priceCents, writerShare, wait } = order;
  return {
    ...{ id, number, title, shown, priceCents, share: writerShare },
    heldCents: line.heldCents,
    earnedCents: line.earnedCents,
    paidOutCents: line.paidOutCents,
    tipCents: line.tipCents,
    heldUntil: wait && waitLabel(wait, formatDay(wait.at, zone, now), now),
    since: day(line.movedAt),
  };
};
export type ShownLine = ReturnType<typeof shownLine>;

const shownPayout = (payout: WriterPayout, zone: string) => {
  const { id, number, cents, state, ending, reference, reason, createdAt, endedAt, lines } = payout;
  return {
    ...{ id, cents, state, ending, reference, reason, number: payoutNumber(number) },
    day: formatDate(createdAt, zone),
    endedOn: endedAt && formatDay(endedAt, zone),
    lines: lines.map((line) => ({ ...line })),
  };
};
export type ShownPayout = ReturnType<typeof shownPayout>;

type Lines = readonly ShownLine[];

/** The next run as a slip: its day, the orders behind it, what stands against it. */
const shownNext = ({ next, rhythm, pauseHours, method }: MyPay, lines: Lines, zone: string, today: string) => {
  const day = nextPayoutDay(rhythm, today);
  const byId = new Map(lines.map((line) => [line.id, line]));
  return {
    day: formatDay(new Date(`${day}T12:00:00Z`), "UTC"),
    rhythm: rhythmLabel(rhythm),
    pauseHours,
    cents: Math.max(0, next?.cents ?? 0),
    owesCents: Math.max(0, -(next?.cents ?? 0)),
    frozenCents: next?.frozenCents ?? 0,
    obstacle: next?.obstacle ?? null,
    waitsUntil: method?.pausedUntil ? formatMoment(method.pausedUntil, zone) : null,
    lines: (next?.lines ?? []).map(({ orderId, cents }) => {
      const { title = "", number = "", share = null, priceCents = null } = byId.get(orderId) ?? {};
      return { orderId, cents, title, number, share, priceCents };
    }),
  };
};

const shownMethod = ({ method }: MyPay) =>
  method && {
    ...{ kind: method.kind, masked: method.masked, ending: method.ending, legalName: method.legalName },
    country: countryName(method.country),
  };

const zoneOf = async (ctx: Ctx): Promise<{ shop: string; zone: string }> => {
  const site = await ctx.runtime.settings.get(siteSetting);
  return { shop: site.name, zone: (ctx.viewer.kind === "person" && ctx.viewer.timeZone) || site.timeZone };
};

/** The period that the address asks for, in the reader's calendar; a wrong one is all of it, with a note. */
export async function askedPeriod(ctx: Ctx, request: Request) {
  const { shop, zone } = await zoneOf(ctx);
  const params = new URL(request.url).searchParams;
  const asked = periodOf(params);
  const today = localOf(ctx.runtime.clock(), zone).date;
  const period: Period = asked ?? { key: "all", from: null, until: null, label: "all time" };
  const typed = { from: params.get("from") ?? "", until: params.get("until") ?? "" };
  return { shop, zone, today, period, typed, wrong: asked === null };
}

/** The period as instants; null: no bound. */
const timeOf = ({ from, until }: Period, zone: string) => ({
  from: from === null ? null : startOfDay(from, zone),
  before: until === null ? null : startOfDay(shiftedDay(until, 1), zone),
});

/** A writer's money in its three places, each with the orders behind it, in words of the own zone. */
export async function shownEarnings(ctx: Ctx, request: Request) {
  const { shop, zone, today, period, typed, wrong } = await askedPeriod(ctx, request);
  const { heldCents, earnedCents, paidOutCents, lines, since } = orPage(await myEarnings(ctx, {}), request);
  const pay = orPage(await myPay(ctx, timeOf(period, zone)), request);
  const now = ctx.runtime.clock();
  const rules = await ctx.runtime.settings.get(rulesSetting);
  const shown = lines.map((line) => shownLine(line, zone, now));
  const { sent } = pay;
  return {
    ...{ shop, heldCents, earnedCents },
    now: formatMoment(now, zone),
    changes: { days: rules.revisionDays, longDays: rules.longRevisionDays, longFrom: rules.longFromPages },
    paidOutCents: period.key === "all" ? paidOutCents : sent.cents,
    held: shown.filter((line) => line.heldCents > 0),
    earned: shown.filter((line) => line.earnedCents !== 0),
    payouts: pay.payouts.map((one) => shownPayout(one, zone)),
    sent: sent.many,
    lastSent: sent.last && formatDay(sent.last, zone),
    next: shownNext(pay, shown, zone, today),
    method: shownMethod(pay),
    leftOut: pay.leftOut && { ...pay.leftOut, at: formatDay(pay.leftOut.at, zone, now) },
    period: { ...period, query: periodQuery(period), typed, wrong },
    choices: periodChoices(since ? localOf(since, zone).date : today, today),
  };
}
export type ShownEarnings = Awaited<ReturnType<typeof shownEarnings>>;

/** The statement of all time: the same with every order that was ever paid, for a file. */
export async function shownStatement(ctx: Ctx, request: Request) {
  const { shop, zone } = await askedPeriod(ctx, request);
  const { heldCents, earnedCents, paidOutCents, lines } = orPage(await myStatement(ctx, {}), request);
  const now = ctx.runtime.clock();
  const shown = lines.map((line) => shownLine(line, zone, now));
  return {
    ...{ shop, heldCents, earnedCents, paidOutCents, lines: shown },
    now: formatMoment(now, zone),
    held: shown.filter((line) => line.heldCents > 0),
    earned: shown.filter((line) => line.earnedCents !== 0),
    paidOut: shown.filter((line) => line.paidOutCents > 0),
  };
}
export type ShownStatement = Awaited<ReturnType<typeof shownStatement>>;
