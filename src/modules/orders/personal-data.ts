import { and, eq, inArray, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { agreedInFull } from "#src/modules/operator/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { goneEmail, goneName, goneText, type PersonalData } from "#src/platform/personal-data.ts";
import type { Work } from "#src/platform/work.ts";
import { andList } from "#src/shared/counted.ts";
import { briefNames, briefValuesOf } from "./domain/brief-fields.ts";
import { historyEntry } from "./domain/entries-and-events.ts";
import { clientIdOf, writerIdOf } from "./domain/policy.ts";
import { hiddenPassages, hiddenTexts, shownTexts } from "./passages/passage-tables.ts";
import { historyForClient, historyForWriter, historyOf } from "./queries/history.ts";
import { quotesOf } from "./queries/order-brief.ts";
import { endedStates } from "./queries/orders-of-clients.ts";
import { readRating } from "./queries/work-figures.ts";
import { forgetRequests, requestsOf } from "./screening/requests.ts";
import { heldRefunds } from "./second-admin/refund-tables.ts";
import { lockOrders, saveLocked } from "./steps/save-order.ts";
import { drafts, formDrafts, preparedOrders, workDrafts } from "./storage/draft-tables.ts";
import { dropTypedTexts } from "./storage/hidden-texts.ts";
import type { OrderRow } from "./storage/order-row.ts";
import { dropReports, reportsOf } from "./storage/report-tables.ts";
import { customQuotes, deliveries, orderHistory, orders, ratings } from "./tables.ts";

/** The ids of every order that this person placed. */
export async function orderIdsOfClient(db: Database, clientId: string): Promise<string[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.clientId, clientId));
  return rows.map(({ id }) => id);
}

/**
 * What somebody ordered or wrote. The number, the kind of work, the amounts and the dates of an order stay for the
 * books; names, addresses, briefs, texts and messages go.
 */
export const orderData: PersonalData = {
  async *gather({ runtime: { db }, viewer }, { id }) {
    for (const orderId of await orderIdsOfClient(db, id)) yield await placedOrder(db, orderId);
    const agreed = await db
      .selectDistinct({
        termsVersion: orders.termsVersion,
        fairUseVersion: orders.fairUseVersion,
        privacyVersion: orders.privacyVersion,
      })
      .from(orders)
      .where(eq(orders.clientId, id));
    if (agreed.length > 0) yield { path: "orders/texts-agreed-to.json", rows: await agreedInFull(db, agreed) };
    const writerId = writerIdOf(viewer);
    const written = writerId
      ? await db.select({ id: orders.id }).from(orders).where(eq(orders.writerId, writerId))
      : [];
    for (const order of written) yield await writtenOrder(db, order.id, id);
    const offered = await offersTo(db, id);
    if (offered.length > 0) yield { path: "written/offers.json", rows: offered };
    const kept = await db.select({ path: drafts.path, fields: drafts.fields }).from(drafts).where(eq(drafts.owner, id));
    if (kept.length > 0) yield { path: "orders/kept-forms.json", rows: kept };
    const { path, fields, savedAt } = formDrafts;
    const begun = await db.select({ path, fields, savedAt }).from(formDrafts).where(eq(formDrafts.owner, id));
    if (begun.length > 0) yield { path: "orders/form-in-progress.json", rows: begun };
    const prepared = await db
      .select({
        partner: preparedOrders.partnerName,
        fields: preparedOrders.fields,
        at: preparedOrders.createdAt,
        filesAllowedAt: preparedOrders.filesAllowedAt,
      })
      .from(preparedOrders)
      .where(eq(preparedOrders.owner, id));
    if (prepared.length > 0) yield { path: "orders/prepared-by-partners.json", rows: prepared };
    const asked = await requestsOf(db, id);
    if (asked.length > 0) yield { path: "orders/requests-read-by-a-person.json", rows: asked };
  },
  async keeps(db, { id }, viewer) {
    const open = await db
      .select({ number: orders.number, clientId: orders.clientId })
      .from(orders)
      .where(and(or(eq(orders.clientId, id), eq(orders.writerId, id)), notInArray(orders.status, [...endedStates])))
      .limit(1000);
    const [placed, written] = [open.filter((one) => one.clientId === id), open.filter((one) => one.clientId !== id)];
    return [
      ...(placed.length > 0
        ? [`${stillOpen(placed, clientIdOf(viewer) === id)} Wait until the work is finished, or cancel it.`]
        : []),
      ...(written.length > 0
        ? [`${stillOpen(written, writerIdOf(viewer) === id)} You are the writer: finish first, or hand it back.`]
        : []),
    ];
  },
  async forget(work, { id }) {
    const { tx } = work;
    const mine = await orderIdsOfClient(tx, id);
    await tx.delete(drafts).where(eq(drafts.owner, id));
    await tx.delete(formDrafts).where(eq(formDrafts.owner, id));
    await tx.delete(preparedOrders).where(eq(preparedOrders.owner, id));
    await forgetRequests(work, id);
    await tx.delete(workDrafts).where(eq(workDrafts.writerId, id));
    await tx.delete(hiddenTexts).where(eq(hiddenTexts.personId, id));
    await tx.delete(hiddenPassages).where(eq(hiddenPassages.personId, id));
    const ownHistory = tx.select({ id: orderHistory.id }).from(orderHistory).where(eq(orderHistory.actorId, id));
    await tx.delete(shownTexts).where(or(inArray(shownTexts.historyId, ownHistory), inArray(shownTexts.orderId, mine)));
    await tx
      .update(orderHistory)
      .set({ text: null })
      .where(and(eq(orderHistory.actorId, id), isNotNull(orderHistory.text)));
    const asked = or(eq(heldRefunds.askedBy, id), inArray(heldRefunds.orderId, mine));
    await tx
      .update(heldRefunds)
      .set({ step: sql`${heldRefunds.step} - ${"reason"}::text` })
      .where(asked);
    await blankOrders(work, mine, {
      ...{ clientName: goneName, clientEmail: goneEmail(id), title: goneText, instructions: goneText },
      ...{ consentAddress: "" },
    });
  },
};

/**
 * Deletes what was written, sent and delivered with these orders; `blank` replaces what must not be empty. Number, kind,
 * amounts and dates stay.
 */
export async function blankOrders(
  work: Work,
  ids: readonly string[],
  blank: Pick<OrderRow, "title" | "instructions"> & Partial<OrderRow>,
): Promise<void> {
  if (ids.length === 0) return;
  const { tx } = work;
  const erased = briefValuesOf(briefNames.erased(), () => null);
  for (const order of await lockOrders(tx, inArray(orders.id, ids)))
    await saveLocked(work, order, { ...blank, ...erased, attachments: [], checklist: [] });
  await tx
    .update(orderHistory)
    .set({ text: null })
    .where(and(inArray(orderHistory.orderId, ids), isNotNull(orderHistory.text)));
  const handed = await tx.select({ id: deliveries.id }).from(deliveries).where(inArray(deliveries.orderId, ids));
  await forgetFilesAt(
    work,
    "delivery",
    handed.map((one) => one.id),
  );
  await dropReports(
    work,
    await reportsOf(
      tx,
      handed.map((one) => one.id),
    ),
  );
  await forgetFilesAt(work, "order", ids);
  const steps = await tx.select({ id: orderHistory.id }).from(orderHistory).where(inArray(orderHistory.orderId, ids));
  await forgetFilesAt(
    work,
    "evidence",
    steps.map((one) => one.id),
  );
  await tx
    .update(deliveries)
    .set({ text: "", note: null, pack: null, declaration: null, answers: null, counted: null })
    .where(inArray(deliveries.orderId, ids));
  await tx.delete(workDrafts).where(inArray(workDrafts.orderId, ids));
  await dropTypedTexts(tx, ids);
  await tx.update(ratings).set({ text: null, reply: null }).where(inArray(ratings.orderId, ids));
  await tx.update(customQuotes).set({ scope: blank.instructions, lines: [] }).where(inArray(customQuotes.orderId, ids));
}

/**
 * "Order 7KQ2M4X is still open." or "Orders 7KQ2M4X, 822J4HA and 3 more are still open." Without numbers for who does
 * not see the orders: before the second factor, or when the role of then is over.
 */
function stillOpen(open: readonly { number: string }[], seen: boolean): string {
  const numbers = open.map(({ number }) => number);
  if (!seen) return numbers.length === 1 ? "One order is still open." : `${numbers.length} orders are still open.`;
  if (numbers.length === 1) return `Order ${numbers[0]} is still open.`;
  const [shown, left] = [numbers.slice(0, 5), numbers.length - 5];
  return `Orders ${andList(left > 0 ? [...shown, `${left} more`] : shown)} are still open.`;
}

async function placedOrder(db: Database, orderId: string) {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!row) throw new Error("An order went while it was read.");
  const { idempotencyKey: _, formDigest: __, writerId: ___, clientId, ...order } = row;
  // Drafts are opened on the page alone: what a cancellation gives back depends on it.
  // A final version that waits for the second payment is closed everywhere.
  const opened = or(isNotNull(deliveries.openedAt), row.unpaidCents > 0 ? undefined : eq(deliveries.final, true));
  const handed = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.orderId, orderId), opened));
  const rows = {
    ...order,
    clientID: clientId,
    history: historyForClient(await historyOf(db, orderId)),
    quotes: await quotesOf(db, orderId),
    rating: await readRating(db, orderId),
    deliveries: handed.map(({ byId: _by, ...one }) => one),
    originalityReports: await reportsIn(db, handed),
  };
  return { path: `orders/${row.number}.json`, rows };
}

/** The originality reports of these versions; of an author only those that this person added. */
const reportsIn = async (db: Database, versions: readonly { id: string; number: number }[], byId?: string) => {
  const numbers = new Map(versions.map(({ id, number }) => [id, number]));
  const reports = await reportsOf(db, [...numbers.keys()]);
  return reports
    .filter((report) => byId === undefined || report.byId === byId)
    .map(({ byId: _by, deliveryId, ...report }) => ({ ...report, version: numbers.get(deliveryId) }));
};

/** Offers and claims and the own answers to them; of orders that went to others without saying which. */
async function offersTo(db: Database, writerId: string) {
  const { at, action, text, detail, actorId } = orderHistory;
  const rows = await db
    .select({ at, action, text, actorId, to: sql<string | null>`${detail}->>'writerId'` })
    .from(orderHistory)
    .where(
      or(
        sql`${orderHistory.action} in ('assign', 'claim') and ${detail}->>'writerId' = ${writerId}`,
        and(eq(actorId, writerId), inArray(action, ["accept", "decline"])),
      ),
    )
    .orderBy(at, orderHistory.id)
    .limit(5_000);
  return rows.map((row) => ({
    at: row.at,
    what: historyEntry(row.action).title,
    ...(row.actorId === writerId && row.text !== null && { yourText: row.text }),
  }));
}

async function writtenOrder(db: Database, orderId: string, writerId: string) {
  const [row] = await db
    .select({ number: orders.number, service: orders.service, subject: orders.subject, assignedAt: orders.assignedAt })
    .from(orders)
    .where(eq(orders.id, orderId));
  const texts = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.orderId, orderId), eq(deliveries.byId, writerId)));
  const mine = and(eq(workDrafts.orderId, orderId), eq(workDrafts.writerId, writerId));
  const notDelivered = await db
    .select({ fields: workDrafts.fields, savedAt: workDrafts.savedAt })
    .from(workDrafts)
    .where(mine);
  const versions = await db
    .select({ id: deliveries.id, number: deliveries.number })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId));
  const rows = {
    ...row,
    notDelivered,
    originalityReports: await reportsIn(db, versions, writerId),
    history: historyForWriter(await historyOf(db, orderId), row?.assignedAt ?? null),
    texts,
  };
  return { path: `written/${row?.number}.json`, rows };
}
