import { pendingDecision } from "./dispute.ts";
import { type Asked, cancelRefund } from "./guards.ts";
import type { LifeSettings } from "./life-settings.ts";
import { type Action, type Step, stepFor } from "./lifecycle.ts";
import { givenBack, type MoneyEffect, paidLeft, refundByDecision } from "./money-effects.ts";
import { changeBackCents } from "./order-change.ts";
import type { OrderFacts } from "./order-facts.ts";
import { refundFor, unaskedText } from "./refund-ladder.ts";

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
