import fc from "fast-check";
import { expect, test } from "vitest";
import type { ActionParams } from "#src/modules/orders/domain/action-params.ts";
import { changeDueCents } from "#src/modules/orders/domain/order-change.ts";
import { blankOrder } from "#src/modules/orders/domain/order-in.test-support.ts";
import {
  type Action,
  actions,
  actorKinds,
  dayMs,
  decide,
  hourMs,
  type LifeSettings,
  lifeSettings,
  lifeTimers,
  type MoneyEffect,
  netCents,
  type OrderFacts,
  reductionCents,
  refundFor,
  timersOf,
} from "#src/modules/orders/index.ts";
import { isFullRun, sized } from "#tests/support/full-run.ts";
import { twoPartsOf } from "./charges.ts";
import {
  balancesOf,
  brokenEquations,
  payOut,
  providerFee,
  refundSurplus,
  returnPayout,
  settle,
  sumsToZero,
  surplus,
  type Transaction,
} from "./ledger.ts";
import { carryOut } from "./money-after.ts";
import { paymentStatusOf } from "./payment-status.ts";
import {
  actorOf,
  changeFor,
  chargesOf,
  isFree,
  type Life,
  lastOrPart,
  lifeArb,
  type Move,
  placedFacts,
  promiseOf,
  shortfallOf,
} from "./random-moves.testing.ts";
import { chargeback, refund, refundable, reversed } from "./refund-postings.ts";

const isOver = ({ status }: OrderFacts): boolean => status === "cancelled" || status === "refunded";

const runs = sized(300, 10_000);
const start = Date.UTC(2026, 2, 2, 12);

type SimulatedState = {
  order: OrderFacts;
  ledger: Transaction[];
  now: Date;
  /** Those of the day; an admin changes them while the order runs. */
  settings: LifeSettings;
  share: number;
  /** Waived of a second payment, by who pays it; and what went back because the price fell. */
  waived: { writer: number; operator: number; others: number };
  fallen: number;
};

const paramsFor = (state: SimulatedState, move: Move): ActionParams => {
  const { order, ledger, now } = state;
  const price = netCents(order);
  const open = refundable(balancesOf(ledger));
  const bearer = (["client", "writer", "operator"] as const)[move.part % 3];
  const cause = move.flag ? "client" : bearer;
  return {
    ...{ reason: "r", outcome: "o", points: "p", question: "q", answer: "a" },
    counter: { cents: 1 + move.pick, deadline: null, text: "t" },
    quote: { cents: 1 + move.pick * 7, scope: "s", deadline: new Date(now.getTime() + (3 + move.part) * hourMs) },
    writer: { id: order.writerId ?? "writer", active: true, openOrders: 0, capacity: 3 },
    writerDeadline: order.deadline && now >= order.deadline ? new Date(now.getTime() + dayMs) : undefined,
    deadline: new Date(Math.max(now.getTime(), order.deadline?.getTime() ?? 0) + (1 + move.part) * hourMs),
    payment: { cents: price, currency: "USD", charge: { cents: price, currency: "USD" } },
    chargeback:
      open > 0 || order.frozen
        ? { cents: lastOrPart(order.frozen, ledger, open, move.part), won: move.flag }
        : undefined,
    cause,
    ...changeFor(order, now, move),
    refundSeenCents: refundFor(order, { wants: "stop", cause }, now).cents,
    refundCents: move.flag
      ? Math.floor(((price - order.refundedCents - order.unpaidCents) * move.part) / 100)
      : undefined,
    bearer,
  };
};

/** Every step that somebody could take now; a client's cause is always the change of mind. */
const possible = (state: SimulatedState, move: Move) =>
  actions.flatMap((action) =>
    actorKinds.flatMap((kind) => {
      const params = paramsFor(state, move);
      const seen = kind === "C" ? refundFor(state.order, { wants: "stop" }, state.now).cents : params.refundSeenCents;
      const answer = decide(
        state.order,
        action,
        actorOf(kind, state.order),
        state.now,
        { ...params, refundSeenCents: seen },
        state.settings,
      );
      return answer.ok ? [{ action, answer, shown: Number(seen) }] : [];
    }),
  );

/** What leaves with a payout run, and is sometimes returned by the bank. */
const payoutOf = (ledger: readonly Transaction[], fails: boolean): readonly Transaction[] => {
  const { writer } = balancesOf(ledger);
  return [payOut(writer), ...(fails ? [returnPayout(writer)] : [])];
};

/** Money that goes back after the release, also after the payout. */
const giveBackLate = ({ order, ledger, share }: SimulatedState, { part, pick }: Move): void => {
  const balances = balancesOf(ledger);
  const cents = Math.floor((refundable(balances) * part) / 100);
  if (cents === 0) return;
  ledger.push(refund(cents, balances, (["client", "writer", "operator"] as const)[pick % 3] ?? "client", share));
  order.refundedCents += cents;
};

/** An admin changes the settings: what the order was promised stays. */
const changeSettings = (state: SimulatedState, settings: LifeSettings): void => {
  const promised = promiseOf(state.order, state.now, state.settings);
  state.settings = settings;
  expect(promiseOf(state.order, state.now, settings)).toEqual(promised);
};

const sideStep = (state: SimulatedState, move: Move, life: Life): void => {
  const { order, ledger, now } = state;
  if (move.side === "settings")
    changeSettings(state, life.settings[move.pick % life.settings.length] ?? state.settings);
  if (move.side === "open-page" && order.status === "delivered") order.pageOpenedAt ??= now;
  if (move.side === "open-draft") order.draftOpened = true;
  if (move.side === "refuse-mail" && order.status === "delivered") order.noticeRefused = true;
  if (move.side === "transfer" && (order.status === "pending" || order.status === "quoted"))
    order.transferSince ??= now;
  if (move.side === "surplus")
    ledger.push(surplus(1 + move.pick), ...(move.flag ? [refundSurplus(1 + move.pick)] : []));
  if (move.side === "payout") ledger.push(...payoutOf(ledger, move.flag));
  if (move.side === "goodwill" && order.releasedAt && !order.frozen) giveBackLate(state, move);
  if (move.side === "rest" && order.status === "delivered" && order.unpaidCents > 0) {
    ledger.push(settle(order.unpaidCents));
    Object.assign(order, { unpaidCents: 0, restPaidAt: now });
  }
  if (move.side === "fee" && balancesOf(ledger).held > 0) ledger.push(providerFee(move.part));
};

const beforeWork: readonly string[] = ["new", "pending", "quoted", "confirmed", "assigned"];
const hurries = (state: SimulatedState, move: Move): boolean =>
  beforeWork.includes(state.order.status) && move.part > 10;

const timePasses = (state: SimulatedState, move: Move): void => {
  if (hurries(state, move)) return;
  const next = timersOf(state.order, state.settings)
    .map(({ due }) => due)
    .filter((due) => due > state.now)
    .sort((a, b) => a.getTime() - b.getTime())[0];
  const hoursOn = move.jump === "timer" ? 1 : move.jump;
  state.now = move.jump === "timer" && next ? next : new Date(state.now.getTime() + hoursOn * hourMs);
};

const roadEnds: readonly Action[] = ["cancel", "chargeback", "end-chargeback", "reassign"];

/** A timer that ran out acts first; ends and side roads are rarer than the road, so that lives get long. */
const choose = (state: SimulatedState, move: Move) => {
  if (move.wait && !hurries(state, move)) return undefined;
  const steps = possible(state, move);
  const due = steps.filter(({ action }) => lifeTimers.some(({ does }) => "action" in does && does.action === action));
  const road = steps.filter(({ action }) => !roadEnds.includes(action));
  const among = move.jump === "timer" && due.length > 0 ? due : move.part > 20 && road.length > 0 ? road : steps;
  return among[move.pick % Math.max(1, among.length)];
};

/** Dear orders are paid in two payments. */
const restOf = ({ order }: SimulatedState): number => twoPartsOf(netCents(order), order.rules.twoParts)?.restCents ?? 0;

const noteMoney = (state: SimulatedState, money: MoneyEffect): void => {
  if (money.kind === "changed") state.fallen += money.cents;
  if (money.kind !== "credit") return;
  const { bearer, waivedCents } = money;
  state.waived[bearer === "writer" || bearer === "operator" ? bearer : "others"] += waivedCents;
};

/** What a dispute takes when it opens and brings back when it is won (`followDispute`). */
const disputed = (money: MoneyEffect, { ledger, share }: SimulatedState): readonly Transaction[] => {
  if (money.kind === "frozen" && money.chargebackCents > 0)
    return [chargeback(money.chargebackCents, balancesOf(ledger), "operator", share)];
  const last = ledger.findLast(({ kind }) => kind === "chargeback");
  return money.kind === "thawed" && money.won && last ? [reversed(last)] : [];
};

type Step = ReturnType<typeof possible>[number];
const takeStep = (state: SimulatedState, { action, answer, shown }: Step, move: Move): void => {
  const before = state.ledger.length;
  const backBefore = backOf(state.ledger);
  const unpaidCents = action === "confirm-payment" ? restOf(state) : 0;
  const asked = netCents(state.order) - unpaidCents;
  const short = action === "confirm-payment" ? shortfallOf(asked, move) : 0;
  if (action === "confirm-payment") state.ledger.push(settle(asked - short));
  if (action === "apply-change") state.ledger.push(settle(changeDueCents(state.order)));
  noteMoney(state, answer.money);
  state.ledger.push(...carryOut(answer.money, state.ledger, state.share, state.waived, reductionCents(state.order)));
  state.ledger.push(...disputed(answer.money, state));
  if (action === "cancel") expect(backOf(state.ledger) - backBefore, "what was shown is paid").toBe(shown);
  state.order = {
    ...state.order,
    shortfallCents: state.order.shortfallCents + short,
    ...(unpaidCents > 0 && { unpaidCents }),
    ...answer.changes,
    status: answer.next,
  };
  const made = state.ledger.slice(before);
  for (const one of made) expect(sumsToZero(one)).toBe(true);
};

const backOf = (ledger: readonly Transaction[]): number => {
  const balances = balancesOf(ledger.filter(({ kind }) => kind !== "surplus-refund"));
  return balances.refunds + balances.chargebacks;
};

const checkState = ({ order, ledger, waived, fallen }: SimulatedState): void => {
  const letOff = waived.writer + waived.operator + waived.others;
  const balances = balancesOf(ledger);
  expect(brokenEquations(balances)).toEqual([]);
  const paid = order.confirmedAt !== null;
  if (!order.frozen) expect(backOf(ledger)).toBe(order.refundedCents - letOff + fallen);
  if (!paid) expect(balances.held).toBe(0);
  if (isOver(order) && !order.frozen) expect(balances.held).toBe(0);
  if (order.releasedAt && !order.frozen) expect(balances.held).toBe(0);
  const open = paid && !order.frozen && !order.releasedAt && !isOver(order);
  if (open) expect(balances.held).toBe(netCents(order) - order.refundedCents - order.unpaidCents);
};

const checkStatus = ({ order, ledger }: SimulatedState): void => {
  const status = paymentStatusOf({
    cancelled: order.status === "cancelled",
    charges: chargesOf(order),
    attempts: [],
    ledger,
  });
  const unpaid = order.status === "cancelled" ? "void" : "pending";
  const paid = ["paid", "released", "partially_refunded", "refunded", "chargeback"];
  if (order.confirmedAt === null) expect(status).toBe(unpaid);
  else expect(isFree(order) ? [...paid, "void"] : paid).toContain(status);
};

const newState = (life: Life): SimulatedState => ({
  waived: { writer: 0, operator: 0, others: 0 },
  fallen: 0,
  ledger: [],
  now: new Date(start),
  settings: life.settings[0] ?? lifeSettings,
  share: life.share,
  order: blankOrder(placedFacts(life, start)),
});

const live = (life: Life, visited: Map<Action, number>): SimulatedState => {
  const state = newState(life);
  for (const move of life.moves) {
    sideStep(state, move, life);
    timePasses(state, move);
    const chosen = choose(state, move);
    if (chosen) {
      takeStep(state, chosen, move);
      visited.set(chosen.action, (visited.get(chosen.action) ?? 0) + 1);
    }
    checkState(state);
    checkStatus(state);
    expect(state.order.rules, "kept for life").toBe(life.rules);
  }
  return state;
};

test(`${runs} random lives keep the ledger's equations, each and in total`, () => {
  const visited = new Map<Action, number>();
  const everything: Transaction[] = [];
  fc.assert(
    fc.property(lifeArb, (life) => {
      everything.push(...live(life, visited).ledger);
    }),
    { numRuns: runs },
  );
  expect(brokenEquations(balancesOf(everything))).toEqual([]);
  const never = actions.filter((action) => !visited.has(action));
  if (isFullRun) expect(never).toEqual([]);
  // A rare step can be missed by a short run; lives that end early would miss many.
  expect(never.length).toBeLessThan(actions.length / 4);
});
