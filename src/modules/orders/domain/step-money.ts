import { percentIn } from "#src/shared/money.ts";
import { pendingDecision } from "./dispute.ts";
import { type Asked, cancelRefund } from "./guards.ts";
import type { Step } from "./lifecycle.ts";
import { changeBackCents } from "./order-change.ts";
import { refundFor } from "./refund-ladder.ts";
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

const refunded = (asked: Asked): MoneyEffect => {
  const { cents, percent, bearer, writerBaseCents, rule } = cancelRefund(asked);
  return { kind: "refund", cents, percent, bearer, writerBaseCents, rule };
};

/** What was paid of the price and did not go back. */
const paidLeft = ({ priceCents, refundedCents, unpaidCents }: Asked["order"]): number =>
  Math.max(0, (priceCents ?? 0) - refundedCents - unpaidCents);

const allBack = ({ order }: Asked): MoneyEffect => ({
  kind: "refund",
  cents: paidLeft(order),
  percent: 100,
  bearer: "nobody",
  writerBaseCents: 0,
  rule: "No writer has started: all of it goes back.",
});

const lateCreditOr = (asked: Asked, otherwise: MoneyEffect): MoneyEffect => {
  const { order, now, settings } = asked;
  if (order.firstDeliveredAt || order.frozen) return otherwise;
  const { cents, waivedCents, bearer, rule } = refundFor(order, { wants: "late-work" }, now, settings);
  return cents + waivedCents === 0 ? otherwise : { kind: "credit", cents, waivedCents, bearer, rule };
};

/** A dispute that ends in a refund: all that is left unless the admin named less; undecided, the operator bears it. */
const decidedRefund = ({ order }: Asked, { action }: Step): MoneyEffect => {
  const undecided = action === "refund-undecided";
  const decision = undecided ? null : pendingDecision(order);
  const price = order.priceCents ?? 0;
  const left = paidLeft(order);
  const cents = Math.min(left, decision?.refundCents ?? left);
  const bearer = undecided ? "operator" : (decision?.bearer ?? "writer");
  const bases = { writer: 0, client: left - cents, operator: price };
  return {
    kind: "refund",
    cents,
    percent: percentIn(cents, price),
    bearer,
    writerBaseCents: bases[bearer],
    rule: undecided ? "No decision was made in time: all of it goes back." : "Decided in the dispute.",
  };
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
      return {
        kind: "credit",
        cents: asked.params.refundCents ?? 0,
        waivedCents: 0,
        bearer: asked.params.bearer ?? "operator",
        rule: "Given back by our team.",
      };
    case "by decision":
      return byDecision(asked, row);
    case "none":
    case "void":
    case "released":
      return { kind: row.money };
  }
};

/** Cents of the price that a step gives back or loses to a chargeback. */
export const centsBack = (money: MoneyEffect): number => {
  if (money.kind === "refund") return money.cents;
  if (money.kind === "credit") return money.cents + money.waivedCents;
  return money.kind === "thawed" && !money.won ? money.cents : 0;
};
