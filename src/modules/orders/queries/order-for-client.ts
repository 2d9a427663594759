import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { approvalEnd, reviewOpenUntil, revisionDays, revisionOpenUntil } from "../domain/deadlines.ts";
import { type AllowedAction, allowedActions } from "../domain/decide.ts";
import { type DisputeStep, disputeSteps } from "../domain/dispute-steps.ts";
import { nextFor } from "../domain/next-texts.ts";
import { actorAs } from "../domain/policy.ts";
import { type QuoteRound, type QuoteVersion, quoteRounds } from "../domain/quote-rounds.ts";
import { type StatusLabel, statusFor } from "../domain/status-labels.ts";
import { type TimelineStep, timelineFor } from "../domain/timeline.ts";
import { factsOf, type OrderRow } from "../order-row.ts";
import { lifeSetting } from "../settings.ts";
import { type DeliveryLine, deliveriesOf, historyForClient, historyOf, type ShownEntry } from "./history.ts";
import { orderWithQuote, quotesOf } from "./order-with-quote.ts";
import { type WorkFields, workFields } from "./work-fields.ts";

type Lines = NonNullable<OrderRow["snapshot"]>["result"]["lines"];

/** All that a client may see of an own order. */
export type ClientOrder = WorkFields &
  Pick<
    OrderRow,
    | "id"
    | "number"
    | "kind"
    | "status"
    | "paymentStatus"
    | "version"
    | "deadline"
    | "deadlineDate"
    | "deadlineTime"
    | "deadlineZone"
    | "currency"
    | "priceCents"
    | "discount"
    | "refundedCents"
    | "unpaidCents"
    | "change"
    | "draftOpenedAt"
    | "lockEndsAt"
    | "quoteEndsAt"
    | "quoteEnded"
    | "country"
    | "termsVersion"
    | "fairUseVersion"
    | "consentedAt"
    | "confirmedAt"
    | "heldSince"
    | "deliveredAt"
    | "completedAt"
    | "test"
    | "demo"
    | "createdAt"
  > & {
    /** The writer's pseudonym, once somebody has it. */
    writer: string | null;
    lines: Lines;
    /** The admins' newest price for custom work. */
    quote: QuoteVersion | null;
    /** How the price of custom work came about, oldest first; empty for work from the price list. */
    rounds: readonly QuoteRound[];
    shown: StatusLabel;
    next: string;
    timeline: readonly TimelineStep[];
    actions: readonly AllowedAction[];
    /** Where the dispute stands; empty when there is none. */
    dispute: readonly DisputeStep[];
    history: readonly ShownEntry[];
    deliveries: readonly DeliveryLine[];
    /** Until when changes may be asked for; null: no end, or not now. */
    changesUntil: Date | null;
    /** Until when the approval can be undone; null: not approved. And what holds for one that is given now. */
    undoUntil: Date | null;
    approving: { undoSeconds: number; revisionDays: number };
    /** True: tell `noteOrderOpened` that the page was seen. */
    notSeenYet: boolean;
  };

const input = z.strictObject({ orderId: z.string().max(100) });

/** An own order with its timeline, what is allowed now and what was said, in three statements. Refuses not-found. */
export const orderForClient = query<z.infer<typeof input>, ClientOrder>("orders.for-client", {
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
    const until = order.status === "completed" ? revisionOpenUntil(facts, settings) : reviewOpenUntil(facts, settings);
    const asked = order.status === "assigned" || order.status === "confirmed";
    return done({
      ...workFields(order),
      ...plainFields(order),
      writer: asked ? null : order.writerName,
      lines: order.snapshot?.result.lines ?? [],
      quote: order.quoteEnded || order.priceCents === null ? null : quote,
      shown: statusFor(facts, "client"),
      next: nextFor(facts, "client", now),
      timeline: timelineFor(facts, order.createdAt, now),
      actions: allowedActions(facts, client, now, settings),
      dispute: order.status === "disputed" ? disputeSteps(facts, "C", now, settings) : [],
      rounds: quoteRounds(quotes, historyForClient(history)),
      history: historyForClient(history),
      deliveries: handed,
      changesUntil: order.status === "delivered" || order.status === "completed" ? until : null,
      undoUntil: order.status === "delivered" ? approvalEnd(facts, settings) : null,
      approving: { undoSeconds: settings.approvalUndoSeconds, revisionDays: revisionDays(facts, settings) },
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
  deadline: row.deadline,
  deadlineDate: row.deadlineDate,
  deadlineTime: row.deadlineTime,
  deadlineZone: row.deadlineZone,
  currency: row.currency,
  priceCents: row.priceCents,
  discount: row.discount,
  refundedCents: row.refundedCents,
  unpaidCents: row.unpaidCents,
  change: row.change,
  draftOpenedAt: row.draftOpenedAt,
  lockEndsAt: row.lockEndsAt,
  quoteEndsAt: row.quoteEndsAt,
  quoteEnded: row.quoteEnded,
  country: row.country,
  termsVersion: row.termsVersion,
  fairUseVersion: row.fairUseVersion,
  consentedAt: row.consentedAt,
  confirmedAt: row.confirmedAt,
  heldSince: row.heldSince,
  deliveredAt: row.deliveredAt,
  completedAt: row.completedAt,
  test: row.test,
  demo: row.demo,
  createdAt: row.createdAt,
});
