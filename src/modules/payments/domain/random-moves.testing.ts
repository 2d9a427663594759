import fc from "fast-check";
import {
  type Actor,
  type ActorKind,
  type DiscountTerms,
  type decide,
  discountFor,
  hourMs,
  type LifeSettings,
  type LifeTimerKind,
  lifeSettings,
  type OrderFacts,
  type OrderRules,
  type RefundRules,
  refundFor,
  standardRules,
  timersOf,
} from "#src/modules/orders/index.ts";
import { percentOf } from "#src/shared/money.ts";
import type { Charge } from "./charges.ts";
import type { Transaction } from "./ledger.ts";

const moveArb = fc.record({
  pick: fc.nat(1_000),
  jump: fc.oneof(fc.constant("timer" as const), fc.integer({ min: 0, max: 200 })),
  part: fc.integer({ min: 0, max: 100 }),
  flag: fc.boolean(),
  wait: fc.boolean(),
  side: fc.constantFrom(
    "none",
    "open-page",
    "open-draft",
    "refuse-mail",
    "surplus",
    "fee",
    "transfer",
    "payout",
    "goodwill",
    "rest",
    "settings",
  ),
});
export type Move = typeof moveArb extends fc.Arbitrary<infer T> ? T : never;

const minimumCents = fc.constantFrom(0, 10_000, 200_000);
const codeArb: fc.Arbitrary<DiscountTerms> = fc.oneof(
  fc.record({ kind: fc.constant("fixed" as const), cents: fc.integer({ min: 1, max: 300_000 }), minimumCents }),
  fc.record({
    kind: fc.constant("percent" as const),
    percent: fc.integer({ min: 1, max: 100 }),
    capCents: fc.option(fc.integer({ min: 1, max: 100_000 })),
    minimumCents,
  }),
);

const percent = fc.integer({ min: 0, max: 100 });
const days = fc.integer({ min: 1, max: 40 });

/** A refund ladder never rises: the four shares fall in the order of the work. */
const ladderArb: fc.Arbitrary<RefundRules> = fc
  .record({ shares: fc.tuple(percent, percent, percent, percent), missedPercent: percent, faultPercent: percent })
  .chain(({ shares, ...more }) => {
    const [unstarted = 0, unopened = 0, opened = 0, late = 0] = shares.toSorted((a, b) => b - a);
    const ladder = { unstartedPercent: unstarted, earlyUnopenedPercent: unopened, earlyOpenedPercent: opened };
    const credit = { earlyPartPercent: percent, creditDayPercent: percent, creditMaxPercent: percent };
    return fc.record(credit).map((rest) => ({ ...ladder, lateHalfPercent: late, ...rest, ...more }));
  });

/** What an order may have been promised when it was placed. */
const rulesArb: fc.Arbitrary<OrderRules> = fc
  .record({ reviewDays: days, longReviewDays: days, unreachedDays: days, revisionDays: days, longRevisionDays: days })
  .chain((periods) =>
    fc
      .record({
        refund: ladderArb,
        twoParts: fc.record({ fromCents: fc.integer({ min: 0, max: 100_000 }), percent }),
        longFromPages: fc.integer({ min: 1, max: 60 }),
        approvalUndoSeconds: fc.integer({ min: 0, max: 3_600 }),
        ...{ disputeAnswerHours: days, disputeDecideDays: days, decisionHours: days, disputeDays: days },
        ...{ appealAloneHours: days, holdDays: days, changeHours: days, lateOfferHours: days, restDays: days },
      })
      .map((more) => ({ ...standardRules, ...periods, ...more })),
  );

/** What the settings of a day may be; they change while an order runs. */
const settingsArb: fc.Arbitrary<LifeSettings> = fc
  .record({ quoteHours: days, unpaidHours: days, transferDays: days, acceptHours: days, lateAlarmHours: days })
  .map((more) => ({ ...lifeSettings, ...more, writersMayClaim: true }));

const ofTheDay: readonly LifeTimerKind[] = [
  ...(["order.unpaid-end", "order.quote-alarm", "order.quote-end", "order.accept-end", "order.late-alarm"] as const),
  ...(["order.hold-reminder-1", "order.hold-reminder-2", "order.rest-reminder-1", "order.rest-reminder-2"] as const),
  ...(["order.review-reminder-1", "order.review-reminder-2"] as const),
];

/**
 * What the pages of an order promise at an instant: what a cancellation gives back for each cause, and when what its
 * rules name happens. None of it may follow the settings of the day.
 */
export const promiseOf = (order: OrderFacts, now: Date, settings: LifeSettings) => ({
  back: (["client", "writer", "operator"] as const).map((cause) => refundFor(order, { wants: "stop", cause }, now)),
  times: timersOf(order, settings).filter(({ kind }) => !ofTheDay.includes(kind)),
});

/** What the bank takes of `open` cents; once it has taken something, how much that was. */
export const lastOrPart = (frozen: boolean, ledger: readonly Transaction[], open: number, part: number): number => {
  const last = ledger.findLast(({ kind }) => kind === "chargeback");
  if (!frozen || !last) return Math.max(1, percentOf(open, part));
  return last.postings.find(({ account }) => account === "chargebacks")?.cents ?? 0;
};

export const actorOf = (kind: ActorKind, order: OrderFacts): Actor => {
  const ids = { C: order.clientId, W: order.writerId ?? "writer", A: "admin", S: "system:timers" };
  return { kind, id: ids[kind] };
};

type ActionParams = Parameters<typeof decide>[4];

/** The change that a client asks for. */
export const changeFor = (order: OrderFacts, now: Date, { part, flag }: Move): ActionParams => {
  const cents = Math.max(1, percentOf(order.priceCents ?? 0, 50 + part));
  const deadline = flag ? new Date(now.getTime() + (24 + part) * hourMs).toISOString() : null;
  const none = { deadlineDate: null, deadlineTime: null, deadlineZone: null, citedSources: 3 };
  return { change: { ...none, deadline, pages: null, cents }, changeSeenCents: cents };
};

/** An accepted shortfall of a payment of so many cents. */
export const shortfallOf = (cents: number, { flag, part }: Move): number =>
  flag ? Math.min(part * 5, Math.floor(cents / 2)) : 0;

/** A whole life of an order: what it costs, and what happens to it. */
export const lifeArb = fc.record({
  custom: fc.boolean(),
  price: fc.integer({ min: 1, max: 500_000 }),
  pages: fc.integer({ min: 1, max: 60 }),
  leadHours: fc.integer({ min: 3, max: 900 }),
  share: fc.integer({ min: 0, max: 100 }),
  /** The promotion code that was entered before the payment. */
  code: fc.option(codeArb),
  rules: rulesArb,
  settings: fc.array(settingsArb, { minLength: 1, maxLength: 4 }),
  moves: fc.array(moveArb, { minLength: 5, maxLength: 40 }),
});
export type Life = typeof lifeArb extends fc.Arbitrary<infer T> ? T : never;

/** A code took off all of the price that was paid. */
export const isFree = ({ confirmedAt, discount }: OrderFacts): boolean =>
  confirmedAt !== null &&
  discount?.ofCents != null &&
  discountFor(discount.terms, discount.ofCents) === discount.ofCents;

export const chargesOf = (order: OrderFacts): Charge[] =>
  isFree(order) ? [{ id: "1", purpose: "full", cents: 0, currency: "USD", state: "settled" }] : [];

/** The order at the start of its life; `start` in milliseconds. */
export const placedFacts = ({ code, custom, leadHours, pages, price, rules }: Life, start: number) => ({
  id: "order",
  kind: custom ? ("custom" as const) : ("priced" as const),
  clientId: "client",
  pages,
  rules,
  priceCents: custom ? null : price,
  discount: code && { code: "AUTUMN10", terms: code, ofCents: null },
  pricedAt: new Date(start),
  priceSteps: [
    { upToHours: leadHours, cents: price },
    { upToHours: null, cents: Math.floor(price / 2) },
  ],
  deadline: new Date(start + leadHours * hourMs),
  fairUseAccepted: true,
  hasFinalDelivery: true,
});
