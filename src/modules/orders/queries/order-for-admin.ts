import { and, desc, eq, ne } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isSealedFor, nameFor, sealedText, textFor, type Viewer } from "#src/shared/viewer.ts";
import { briefNames, briefValuesOf } from "../domain/brief-fields.ts";
import { dueAt, latestWriterDeadline, priceStandsUntil } from "../domain/deadlines.ts";
import { allowedActions } from "../domain/decide.ts";
import { disputeSteps } from "../domain/dispute.ts";
import { packParts, partLabels } from "../domain/handover.ts";
import { timersOf } from "../domain/life-timers.ts";
import { nextFor } from "../domain/next-texts.ts";
import { actorAs, canApplyAsAdmin, canSeeAllOrders, isParty } from "../domain/policy.ts";
import { type QuoteVersion, quoteRounds } from "../domain/quote-rounds.ts";
import { statusFor } from "../domain/status-labels.ts";
import { pendingMoney } from "../domain/step-money.ts";
import { lifeSetting } from "../settings.ts";
import { workDrafts } from "../storage/draft-tables.ts";
import { factsOf, type OrderRow } from "../storage/order-row.ts";
import { type DeliveryLine, deliveriesOf, type HistoryRow, historyOf } from "./history.ts";
import { orderWithQuote, quotesOf } from "./order-brief.ts";

const maybe = (viewer: Viewer, clientId: string, text: string | null): string | null =>
  text && textFor(viewer, clientId, "work", text);

/** What of an order says who its client is, as this admin may have it. */
const contactOf = (order: OrderRow, viewer: Viewer) => ({
  clientName: nameFor(viewer, order.clientId, order.clientName),
  clientEmail: textFor(viewer, order.clientId, "contact", order.clientEmail),
  ...(isSealedFor(viewer, order.clientId, "contact") && {
    // The code of an unknown country.
    ...{ country: "ZZ", consentAddress: sealedText },
    ...{ deadlineDate: null, deadlineTime: null, deadlineZone: null },
  }),
});

/** What of an order the client wrote, as this admin may have it. */
const workOf = (order: OrderRow, viewer: Viewer) => ({
  title: textFor(viewer, order.clientId, "work", order.title),
  instructions: textFor(viewer, order.clientId, "work", order.instructions),
  ...briefValuesOf(briefNames.sealed(), (name) => maybe(viewer, order.clientId, order[name])),
  ...(isSealedFor(viewer, order.clientId, "work") && { checklist: [], attachments: [], snapshot: null }),
});

/** The columns of an order for an admin; of a sealed client all that its steps need, and no text. */
const orderAsSealed = (order: OrderRow, viewer: Viewer): OrderRow => ({
  ...order,
  ...contactOf(order, viewer),
  ...workOf(order, viewer),
});

/** A version of a quote: its scope and the names of its parts describe the work. */
const quoteAsSealed =
  (clientId: string, viewer: Viewer) =>
  (quote: QuoteVersion): QuoteVersion =>
    isSealedFor(viewer, clientId, "work")
      ? { ...quote, scope: sealedText, lines: quote.lines.map((line) => ({ ...line, what: sealedText })) }
      : quote;

/** Details of a step that are no words of anybody. */
const plainDetails: readonly string[] = ["writerId", "writerName", "rule", "delivery", "approvedBy", "from", "to"];

const detailOf = (detail: HistoryRow["detail"]): HistoryRow["detail"] =>
  Object.fromEntries(
    Object.entries(detail).filter(
      ([name, value]) => plainDetails.includes(name) || typeof value === "number" || typeof value === "boolean",
    ),
  );

/** A step of an order: who did it and when, without the words. */
const stepAsSealed =
  (clientId: string, viewer: Viewer) =>
  (row: HistoryRow): HistoryRow =>
    isSealedFor(viewer, clientId, "work") ? { ...row, text: null, detail: detailOf(row.detail) } : row;

/** A delivered version without the words that came with it. */
const deliveryAsSealed =
  (clientId: string, viewer: Viewer) =>
  (line: DeliveryLine): DeliveryLine =>
    isSealedFor(viewer, clientId, "work") && line.note ? { ...line, note: sealedText } : line;

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

/** What a writer who no longer has the order had filled in and not delivered: for admins alone, 30 days. */
type Undelivered = {
  /** The writer's pseudonym. */
  writer: string;
  savedAt: Date;
  texts: readonly { label: string; text: string }[];
};

const labels: readonly (readonly [string, string])[] = [
  ["text", "The work as text"],
  ...packParts.map((part) => [part, partLabels[part]] as const),
  ["note", "A note to the client"],
];

const nameIn = (history: readonly HistoryRow[], writerId: string): string => {
  const given = history.findLast(({ detail }) => detail.writerId === writerId)?.detail.writerName;
  return typeof given === "string" ? given : "An earlier writer";
};

/** The kept, undelivered work of an order's earlier writers, newest first. */
async function undeliveredOf(
  db: Database,
  { id, writerId }: Pick<OrderRow, "id" | "writerId">,
  history: readonly HistoryRow[],
): Promise<readonly Undelivered[]> {
  const rows = await db
    .select()
    .from(workDrafts)
    .where(and(eq(workDrafts.orderId, id), writerId === null ? undefined : ne(workDrafts.writerId, writerId)))
    .orderBy(desc(workDrafts.savedAt));
  return rows.flatMap(({ writerId: by, savedAt, fields }) => {
    const texts = labels.flatMap(([name, label]) => {
      const text = fields[name]?.trim();
      return text ? [{ label, text }] : [];
    });
    return texts.length > 0 ? [{ writer: nameIn(history, by), savedAt, texts }] : [];
  });
}
