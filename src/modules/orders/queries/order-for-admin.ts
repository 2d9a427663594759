import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isSealedFor } from "#src/shared/viewer.ts";
import { dueAt, latestWriterDeadline, priceStandsUntil } from "../domain/deadlines.ts";
import { allowedActions } from "../domain/decide.ts";
import { disputeSteps } from "../domain/dispute-steps.ts";
import { timersOf } from "../domain/life-timers.ts";
import { nextFor } from "../domain/next-texts.ts";
import { actorAs, canApplyAsAdmin, canSeeAllOrders, isParty } from "../domain/policy.ts";
import { quoteRounds } from "../domain/quote-rounds.ts";
import { statusFor } from "../domain/status-labels.ts";
import { pendingMoney } from "../domain/step-money.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf } from "../storage/order-row.ts";
import { deliveriesOf, historyOf } from "./history.ts";
import { deliveryAsSealed, orderAsSealed, quoteAsSealed, stepAsSealed } from "./order-as-sealed.ts";
import { orderWithQuote, quotesOf } from "./order-with-quote.ts";
import { undeliveredOf } from "./undelivered.ts";

export type AdminOrder = Answer<typeof orderForAdmin>;

const input = z.strictObject({ orderId: askedId });

/** All of an order for the admin area, in four statements. Refuses not-found for people who may not see orders. */
export const orderForAdmin = query("orders.for-admin", {
  input,
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    const found = await orderWithQuote(db, orderId);
    if (!found || !canSeeAllOrders(viewer, "admin")) return notFound();
    const admin = actorAs("A", found.order, viewer);
    const { clientId } = found.order;
    const { idempotencyKey: _, formDigest: __, stepVersion: version, ...columns } = orderAsSealed(found.order, viewer);
    const order = { ...columns, version };
    const [steps, handed, quotes] = await Promise.all([
      historyOf(db, order.id),
      deliveriesOf(db, order.id),
      order.kind === "custom" ? quotesOf(db, order.id) : [],
    ]);
    const history = steps.map(stepAsSealed(clientId, viewer));
    const quoteOf = quoteAsSealed(clientId, viewer);
    const settings = await ctx.runtime.settings.get(lifeSetting);
    const facts = factsOf(found.order);
    const due = dueAt(facts);
    return done({
      /** Every column of the order; `version` is what its forms send back. */
      order,
      /** How often the order has changed: the version of its live topic. */
      changes: found.order.version,
      quote: found.quote && quoteOf(found.quote),
      /** How the price of custom work came about, oldest first; empty for work from the price list. */
      rounds: quoteRounds(quotes.map(quoteOf), history),
      shown: statusFor(facts, "admin"),
      next: nextFor(facts, "admin"),
      /** The own order of this admin, who sees it here and does nothing at it. */
      isOwn: isParty(found.order, viewer),
      actions: allowedActions(facts, admin, now, settings).filter(({ action }) => canApplyAsAdmin(viewer, action)),
      /** What the decision that waits to take effect does to the money; null while none waits. */
      pendingMoney: pendingMoney(facts, settings),
      /** Where the dispute stands; empty when there is none. */
      dispute: order.status === "disputed" ? disputeSteps(facts, "A", now) : [],
      history,
      deliveries: handed.map(deliveryAsSealed(clientId, viewer)),
      /** What earlier writers had not delivered. */
      undelivered: isSealedFor(viewer, clientId, "work") ? [] : await undeliveredOf(db, order, history),
      /** Until when the price of an unpaid order stands, a transfer's wait too. */
      standsUntil: priceStandsUntil(order, settings),
      /** What happens by itself, and when. */
      timers: timersOf(facts, settings),
      /** The latest deadline that a writer may be given now; null where no date is due to the client. */
      latestWriterDeadline: due && latestWriterDeadline(due, now, settings),
    });
  },
});
