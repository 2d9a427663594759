import { percentIn } from "#src/shared/money.ts";
import { reviewEnd, revisionEnd } from "./deadlines.ts";
import { netCents } from "./discount.ts";
import { pendingDecision } from "./dispute.ts";
import { type Asked, cancelRefund } from "./guards.ts";
import { type Action, type Step, stepFor } from "./lifecycle.ts";
import { changeBackCents } from "./order-change.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { LifeSettings } from "./order-rules.ts";
import { refundFor, unaskedText } from "./refund-ladder.ts";
import type { Bearer } from "./states.ts";

/** What a step asks of the ledger; plain values, so that it can travel in an event. Cents of the order's currency. */
export type MoneyEffect =
  | { kind: "none" }
  /** A charge over this amount, and no other open one. */
  | { kind: "owed"; cents: number; currency: string }
  | { kind: "void" }
  | { kind: "held" }
  /** Money goes back and the order ends: what is left is released, the writer's share taken from `writerBaseCents`. */
  | { kind: "refund"; cents: number; percent: number; bearer: Bearer; writerBaseCents: number; rule: string }
  /** Money goes back and the rest stays held. */
  | { kind: "credit"; cents: number; waivedCents: number; bearer: Bearer; rule: string }
  /** The price is another one: this much of what was paid goes back; what is more of it has a charge of its own. */
  | { kind: "changed"; cents: number; rule: string }
  | { kind: "released" }
  /** No money moves from here; a chargeback has taken this much, a dispute nothing. */
  | { kind: "frozen"; chargebackCents: number }
  | { kind: "thawed"; cents: number; won: boolean };

type Priced = Pick<OrderFacts, "priceCents" | "discount" | "shortfallCents" | "refundedCents" | "unpaidCents">;
type NamedBearer = Exclude<Bearer, "nobody">;

/** Cents that were paid of the price and did not go back. */
export const paidLeft = (order: Priced): number =>
  Math.max(0, netCents(order) - order.refundedCents - order.unpaidCents);

/** A dispute that ends in a refund: so much of what is left goes back, at the cost of whom is named. */
export const refundByDecision = (
  order: Priced,
  cents: number,
  bearer: NamedBearer,
  rule = "Decided in the dispute.",
): MoneyEffect => {
  const left = paidLeft(order);
  const price = order.priceCents ?? 0;
  const back = Math.min(left, cents);
  const bases = { writer: 0, client: left - back, operator: price };
  return { kind: "refund", cents: back, percent: percentIn(back, price), bearer, writerBaseCents: bases[bearer], rule };
};

/** Money of delivered or finished work that an admin gives back; the rest stays where it is. */
export const givenBack = (cents: number, bearer: NamedBearer): MoneyEffect => ({
  kind: "credit",
  cents,
  waivedCents: 0,
  bearer,
  rule: "Given back by our team.",
});

const refunded = (asked: Asked): MoneyEffect => {
  const { cents, percent, bearer, writerBaseCents, rule } = cancelRefund(asked);
  return { kind: "refund", cents, percent, bearer, writerBaseCents, rule };
};

const allBack = ({ order }: Asked): MoneyEffect => ({
  kind: "refund",
  cents: paidLeft(order),
  percent: 100,
  bearer: "nobody",
  writerBaseCents: 0,
  rule: unaskedText,
});

const lateCreditOr = (asked: Asked, otherwise: MoneyEffect): MoneyEffect => {
  const { order, now } = asked;
  if (order.frozen || (order.firstDeliveredAt && !order.revisionDueAt)) return otherwise;
  const { cents, waivedCents, bearer, rule } = refundFor(order, { wants: "late-work" }, now);
  return cents + waivedCents === 0 ? otherwise : { kind: "credit", cents, waivedCents, bearer, rule };
};

/** A dispute that ends in a refund: all that is left unless the admin named less; undecided, the operator pays. */
const decidedRefund = ({ order }: Asked, { action }: Step): MoneyEffect => {
  const all = paidLeft(order);
  if (action === "refund-undecided")
    return refundByDecision(order, all, "operator", "No decision was made in time: all of it goes back.");
  const decision = pendingDecision(order);
  return refundByDecision(order, decision?.refundCents ?? all, decision?.bearer ?? "writer");
};

const byDecision = (asked: Asked, row: Step): MoneyEffect => {
  const { params } = asked;
  if (row.action === "end-chargeback") {
    return { kind: "thawed", cents: params.chargeback?.cents ?? 0, won: params.chargeback?.won ?? false };
  }
  if (row.to === "refunded") return decidedRefund(asked, row);
  const decision = row.to === "completed" ? pendingDecision(asked.order) : null;
  const cents = Math.min(paidLeft(asked.order), decision?.refundCents ?? 0);
  if (cents === 0) return { kind: "held" };
  const rule = "Decided in the dispute.";
  return { kind: "credit", cents, waivedCents: 0, bearer: decision?.bearer ?? "writer", rule };
};

const changed = (asked: Asked): MoneyEffect => {
  const cents = changeBackCents(asked);
  if (cents === 0) return { kind: "held" };
  return { kind: "changed", cents, rule: "The order was changed, and its price is lower now." };
};

/** The second payment never came: what was paid is kept, and the writer has the share of the whole price. */
const keptUnpaid = ({ order }: Asked): MoneyEffect => ({
  kind: "refund",
  cents: 0,
  percent: 0,
  bearer: "operator",
  writerBaseCents: Math.max(0, (order.priceCents ?? 0) - order.refundedCents),
  rule: "The second payment did not come. What was paid is kept.",
});

/** The money of one step, from the word in its row of the table. */
export const stepMoney = (asked: Asked, row: Step): MoneyEffect => {
  switch (row.money) {
    case "owed": {
      const cents = row.action === "quote" ? asked.params.quote?.cents : asked.order.priceCents;
      return cents ? { kind: "owed", cents, currency: asked.order.currency } : { kind: "none" };
    }
    case "held":
      return row.action === "deliver" ? lateCreditOr(asked, { kind: "held" }) : { kind: "held" };
    case "all back":
      return allBack(asked);
    case "by ladder":
      return refunded(asked);
    case "frozen":
      return {
        kind: "frozen",
        chargebackCents: row.action === "chargeback" ? (asked.params.chargeback?.cents ?? 0) : 0,
      };
    case "by change":
      return changed(asked);
    case "kept":
      return keptUnpaid(asked);
    case "given back":
      return givenBack(asked.params.refundCents ?? 0, asked.params.bearer ?? "operator");
    case "by decision":
      return byDecision(asked, row);
    case "none":
    case "void":
    case "released":
      return { kind: row.money };
  }
};

/** What the decision of a dispute that waits will do to the money when it takes effect; null while none waits. */
export const pendingMoney = (order: OrderFacts, settings: LifeSettings): MoneyEffect | null => {
  const decision = order.status === "disputed" ? pendingDecision(order) : null;
  const row = decision && stepFor("disputed", `${decision.name}-decided`);
  if (!decision || !row) return null;
  return stepMoney({ order, actor: { kind: "S", id: "system:timers" }, now: decision.at, params: {}, settings }, row);
};

/**
 * Cents that an admin gives back by own choice with a step: what is given for delivered work, what a dispute's decision
 * gives, and what a cancellation gives above the client's own one. 0 where the ladder alone decides.
 */
export const chosenCents = (
  { order, now, params }: Omit<Asked, "settings">,
  action: Action,
  money: MoneyEffect,
): number => {
  if (action === "give-back") return centsBack(money);
  if (action === "decide-refund") return params.refundCents ?? paidLeft(order);
  if (action === "decide-complete") return params.refundCents ?? 0;
  if (action !== "cancel" || money.kind !== "refund") return 0;
  return Math.max(0, money.cents - refundFor(order, { wants: "stop" }, now).cents);
};

/** Cents of the price that a step gives back or loses to a chargeback. */
export const centsBack = (money: MoneyEffect): number => {
  if (money.kind === "refund") return money.cents;
  if (money.kind === "credit") return money.cents + money.waivedCents;
  return money.kind === "thawed" && !money.won ? money.cents : 0;
};

/**
 * What the held pay of an order waits for, and the instant of it. work: the writer's own deadline. hold, dispute: since
 * when it stands. second-payment: since the delivery. review: when the client's time to read ends. changes: when the
 * pay is the writer's.
 */
type PayWait = {
  for: "work" | "hold" | "second-payment" | "review" | "dispute" | "changes";
  at: Date;
};

/** Null: there is no such instant, or no pay is held in this state. */
export function payWait(order: OrderFacts): PayWait | null {
  const wait = (what: PayWait["for"], at: Date | null): PayWait | null => at && { for: what, at };
  switch (order.status) {
    case "in_progress":
    case "revision_requested":
      return wait("work", order.writerDeadline);
    case "on_hold":
      return wait("hold", order.heldSince);
    case "delivered":
      return order.unpaidCents > 0 ? wait("second-payment", order.deliveredAt) : wait("review", reviewEnd(order));
    case "disputed":
      return wait("dispute", order.disputedAt);
    case "completed":
      return wait("changes", revisionEnd(order));
    default:
      return null;
  }
}
