import { percentIn } from "#src/shared/money.ts";
import { netCents } from "./discount.ts";
import type { OrderFacts } from "./order-facts.ts";
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
