import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { latestWriterDeadline } from "../domain/deadlines.ts";
import { type AllowedAction, allowedActions } from "../domain/decide.ts";
import { type DisputeStep, disputeSteps } from "../domain/dispute-steps.ts";
import { timersOf } from "../domain/life-timers.ts";
import type { MoneyEffect } from "../domain/money-effects.ts";
import { nextFor } from "../domain/next-texts.ts";
import { actorAs } from "../domain/policy.ts";
import { type QuoteRound, type QuoteVersion, quoteRounds } from "../domain/quote-rounds.ts";
import { type StatusLabel, statusFor } from "../domain/status-labels.ts";
import { pendingMoney } from "../domain/step-money.ts";
import { factsOf, type OrderRow } from "../order-row.ts";
import { lifeSetting } from "../settings.ts";
import { type DeliveryLine, deliveriesOf, type HistoryRow, historyOf } from "./history.ts";
import { orderWithQuote, quotesOf } from "./order-with-quote.ts";
import { type Undelivered, undeliveredOf } from "./undelivered.ts";

export type AdminOrder = {
  /** Every column of the order; `version` is what its forms send back. */
  order: Omit<OrderRow, "search" | "idempotencyKey" | "formDigest" | "stepVersion">;
  quote: QuoteVersion | null;
  /** How the price of custom work came about, oldest first; empty for work from the price list. */
  rounds: readonly QuoteRound[];
  shown: StatusLabel;
  next: string;
  actions: readonly AllowedAction[];
  /** What the decision that waits to take effect does to the money; null while none waits. */
  pendingMoney: MoneyEffect | null;
  /** Where the dispute stands; empty when there is none. */
  dispute: readonly DisputeStep[];
  history: readonly HistoryRow[];
  deliveries: readonly DeliveryLine[];
  /** What earlier writers had not delivered. */
  undelivered: readonly Undelivered[];
  /** What happens by itself, and when. */
  timers: readonly { kind: string; due: Date }[];
  /** The latest deadline that a writer may be given now; null without a deadline of the client. */
  latestWriterDeadline: Date | null;
};

const input = z.strictObject({ orderId: z.string().max(100) });

/** All of an order for the admin area, in four statements. Refuses not-found for people who may not see orders. */
export const orderForAdmin = query<z.infer<typeof input>, AdminOrder>("orders.for-admin", {
  input,
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    const found = await orderWithQuote(db, orderId);
    const admin = found && actorAs("A", found.order, viewer);
    if (!found || !admin) return notFound();
    const { search: _, idempotencyKey: __, formDigest: ___, stepVersion: version, ...columns } = found.order;
    const order = { ...columns, version };
    const [history, handed, quotes] = await Promise.all([
      historyOf(db, order.id),
      deliveriesOf(db, order.id),
      order.kind === "custom" ? quotesOf(db, order.id) : [],
    ]);
    const settings = await ctx.runtime.settings.get(lifeSetting);
    const facts = factsOf(found.order);
    return done({
      order,
      quote: found.quote,
      rounds: quoteRounds(quotes, history),
      shown: statusFor(facts, "admin"),
      next: nextFor(facts, "admin"),
      actions: allowedActions(facts, admin, now, settings),
      pendingMoney: pendingMoney(facts, now, settings),
      dispute: order.status === "disputed" ? disputeSteps(facts, "A", now, settings) : [],
      history,
      deliveries: handed,
      undelivered: await undeliveredOf(db, order, history),
      timers: timersOf(facts, settings),
      latestWriterDeadline: order.deadline && latestWriterDeadline(order.deadline, now, settings),
    });
  },
});
