import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import {
  approvalEnd,
  isLate,
  priceStandsUntil,
  reviewDays,
  reviewOpenUntil,
  revisionDates,
  revisionDays,
  revisionOpenUntil,
  unpaidEnd,
} from "../domain/deadlines.ts";
import { allowedActions } from "../domain/decide.ts";
import { disputeClock, disputeSteps, undecidedEnd } from "../domain/dispute.ts";
import { awaitsTransfer, nextFor } from "../domain/next-texts.ts";
import { actorAs } from "../domain/policy.ts";
import { promisedTexts } from "../domain/promised-texts.ts";
import { quoteRounds } from "../domain/quote-rounds.ts";
import { statusFor, statusKey } from "../domain/status-labels.ts";
import { timelineFor } from "../domain/timeline.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf, type OrderRow } from "../storage/order-row.ts";
import { deliveriesOf, historyForClient, historyOf, workFields } from "./history.ts";
import { orderWithQuote, quotesOf } from "./order-brief.ts";

/** All that a client may see of an own order. */
export type ClientOrder = Answer<typeof orderForClient>;

const input = z.strictObject({ orderId: askedId });

/** An own order with its timeline, allowed actions and conversation, in three statements. Refuses not-found. */
export const orderForClient = query("orders.for-client", {
  input,
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see this order.");
    const found = await orderWithQuote(db, orderId);
    const client = found && actorAs("C", found.order, viewer);
    if (!found || !client) return notFound();
    const { order, quote } = found;
    const [history, handed, quotes] = await Promise.all([
      historyOf(db, order.id),
      deliveriesOf(db, order.id),
      order.kind === "custom" ? quotesOf(db, order.id) : [],
    ]);
    const settings = await ctx.runtime.settings.get(lifeSetting);
    const facts = factsOf(order);
    const seen = historyForClient(history);
    const until = order.status === "completed" ? revisionOpenUntil(facts) : reviewOpenUntil(facts);
    const asked = order.status === "assigned" || order.status === "confirmed";
    return done({
      ...workFields(order),
      ...plainFields(order),
      /** The writer's pseudonym, once somebody has it. */
      writer: asked ? null : order.writerName,
      lines: order.snapshot?.result.lines ?? [],
      /** The admins' newest price for custom work. */
      quote: order.quoteEnded || order.priceCents === null ? null : quote,
      shown: statusFor(facts, "client"),
      next: nextFor(facts, "client", now),
      /** The row of the table of words that this order has now. */
      key: statusKey(facts),
      timeline: timelineFor(facts, { placedAt: order.createdAt, versions: handed, history: seen }),
      actions: allowedActions(facts, client, now, settings),
      /** Where the dispute stands; empty when there is none. */
      dispute: order.status === "disputed" ? disputeSteps(facts, "C", now) : [],
      /** What the dispute counts to; null when there is none. */
      disputeClock: disputeClock(facts, "C"),
      /** How the price of custom work came about, oldest first; empty for work from the price list. */
      rounds: quoteRounds(quotes, seen),
      history: seen,
      deliveries: handed,
      /** Until when changes may be asked for; null: no end, or not now. */
      changesUntil: order.status === "delivered" || order.status === "completed" ? until : null,
      /** When a revision that is asked for now would be due; null: it cannot be asked for now. */
      revisionIfAsked:
        order.status === "delivered" || order.status === "completed"
          ? revisionDates(facts, now, settings).revisionDueAt
          : null,
      /** Until when the approval can be undone; null: not approved. And what holds for one that is given now. */
      undoUntil: order.status === "delivered" ? approvalEnd(facts) : null,
      approving: { undoSeconds: order.rules.approvalUndoSeconds, revisionDays: revisionDays(facts) },
      /** What it was promised, in words. */
      promised: promisedTexts(facts),
      /** Until when the price of the unpaid order stands, a transfer's wait too. */
      standsUntil: priceStandsUntil(order, settings),
      awaitsTransfer: awaitsTransfer(facts),
      /** When nobody has paid by then, the order is cancelled. */
      payUntil: order.status === "pending" ? unpaidEnd(facts, settings) : null,
      /** A dispute without a decision gives everything back then; null: none, or it is decided. */
      undecidedUntil: order.status === "disputed" ? undecidedEnd(facts) : null,
      /** For how long delivered work can be read before it counts as approved. */
      reviewDays: reviewDays(facts),
      late: isLate(facts, now),
      /** The bank looks at the payment. */
      frozen: facts.frozen,
      /** True: call `noteOrderOpened`, because the page was seen. */
      notSeenYet: order.deliveredAt !== null && order.pageOpenedAt === null,
    });
  },
});

const plainFields = (row: OrderRow) => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  status: row.status,
  paymentStatus: row.paymentStatus,
  version: row.stepVersion,
  /** How often it was changed: grows with each change, `version` only with steps. */
  changes: row.version,
  deadline: row.deadline,
  revisionDueAt: row.revisionDueAt,
  deadlineDate: row.deadlineDate,
  deadlineTime: row.deadlineTime,
  deadlineZone: row.deadlineZone,
  currency: row.currency,
  priceCents: row.priceCents,
  discount: row.discount,
  shortfallCents: row.shortfallCents,
  refundedCents: row.refundedCents,
  unpaidCents: row.unpaidCents,
  change: row.change,
  moreTime: row.moreTime,
  draftOpenedAt: row.draftOpenedAt,
  lockEndsAt: row.lockEndsAt,
  quoteEndsAt: row.quoteEndsAt,
  quoteEnded: row.quoteEnded,
  country: row.country,
  termsVersion: row.termsVersion,
  fairUseVersion: row.fairUseVersion,
  privacyVersion: row.privacyVersion,
  consentedAt: row.consentedAt,
  confirmedAt: row.confirmedAt,
  /** What it was promised. */
  rules: row.rules,
  heldSince: row.heldSince,
  deliveredAt: row.deliveredAt,
  completedAt: row.completedAt,
  test: row.test,
  demo: row.demo,
  createdAt: row.createdAt,
});
