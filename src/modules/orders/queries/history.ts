import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { z } from "zod";
import type { OwnsOrder, ShowsSealedWork } from "#src/modules/accounts/index.server.ts";
import { rowsByPage } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isAdmin, isUnderSeal, type Viewer } from "#src/shared/viewer.ts";
import { briefNames, briefValuesOf } from "../domain/brief-fields.ts";
import { historyEntry } from "../domain/entries-and-events.ts";
import { canSeeAllOrders, visibleOrder } from "../domain/policy.ts";
import { historyColumns } from "../passages/passage-tables.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { type OriginalityReport, reportsOf } from "../storage/report-tables.ts";
import { deliveries, orderHistory, orders } from "../tables.ts";

export type HistoryRow = typeof orderHistory.$inferSelect;

/** A step as the people of an order may read it: who in which part, never by name. */
export type ShownEntry = ReturnType<typeof shownEntry>;

/** Details that a client may see. */
const clientDetails: readonly string[] = [
  "refundCents",
  "waivedCents",
  "rule",
  "delivery",
  "quoteCents",
  "quoteDeadline",
  "counterCents",
  "counterDeadline",
  "counterZone",
  "from",
  "to",
];

export async function historyOf(db: Database, orderId: string): Promise<HistoryRow[]> {
  return db
    .select(historyColumns)
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(asc(orderHistory.at), asc(orderHistory.id))
    .limit(500);
}

type Detail = Readonly<Record<string, unknown>>;
const shownEntry = (row: HistoryRow, detail: Detail, text: string | null) => ({
  id: row.id,
  at: row.at,
  action: row.action,
  to: row.to,
  by: row.actorKind,
  text,
  detail,
});

const seenBy = (rows: readonly HistoryRow[], side: "client" | "writer", detailOf: (row: HistoryRow) => Detail) =>
  rows.flatMap((row) => {
    const visible = historyEntry(row.action)[side];
    return visible === "hidden" ? [] : [shownEntry(row, detailOf(row), visible === "with text" ? row.text : null)];
  });

/** The client's view: money and the conversation; not who was asked and declined. */
export const historyForClient = (rows: readonly HistoryRow[]): readonly ShownEntry[] =>
  seenBy(rows, "client", ({ detail }) =>
    Object.fromEntries(Object.entries(detail).filter(([key]) => clientDetails.includes(key))),
  );

/** The writer's view: the conversation about the work since it is theirs, without money. */
export const historyForWriter = (rows: readonly HistoryRow[], since: Date | null): readonly ShownEntry[] =>
  seenBy(
    rows.filter(({ at }) => since !== null && at >= since),
    "writer",
    () => ({}),
  );

/** A draft or a delivery without its text, which `openDelivery` gives. */
export type DeliveryLine = Awaited<ReturnType<typeof deliveriesOf>>[number];

export async function deliveriesOf(db: Database, orderId: string) {
  const { id, number, words, final, note, counted, byKind: by, createdAt: at, openedAt } = deliveries;
  return db
    .select({ id, number, words, final, note, counted, by, at, openedAt })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(asc(deliveries.number));
}

/** Those of these orders whose clients are under a seal for this viewer. No statement where nobody is. */
export async function sealedOrders(db: Database, viewer: Viewer, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = isAdmin(viewer) && viewer.sealed?.size ? ids.filter(isId) : [];
  if (known.length === 0) return new Set();
  const rows = await db
    .select({ id: orders.id, clientId: orders.clientId })
    .from(orders)
    .where(inArray(orders.id, [...new Set(known)]));
  return new Set(rows.flatMap((row) => (isUnderSeal(viewer, row.clientId) ? [row.id] : [])));
}

/** Whether an order's client is under a seal: nothing of such an order leaves as a file. */
export const isSealedOrder = async (db: Database, viewer: Viewer, orderId: string): Promise<boolean> =>
  (await sealedOrders(db, viewer, [orderId])).size > 0;

/** Whether the pages of a writer show work of one of these clients: given to that writer, or open to be accepted. */
export const showsSealedWork: ShowsSealedWork = async (db, { writerId, sealed }) => {
  const open = and(isNull(orders.writerId), eq(orders.status, "confirmed"));
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.clientId, [...sealed]), or(eq(orders.writerId, writerId), open)))
    .limit(1);
  return rows.length > 0;
};

/** Whether an order is this client's own: a report of a threat names no other. */
export const ownsOrder: OwnsOrder = async (db, { orderId, clientId }) =>
  (await db.$count(orders, and(eq(orders.id, orderId), eq(orders.clientId, clientId)))) > 0;

const batch = 200;

/** All that happened to an order, the oldest first, however much it is, for admins; nothing for everybody else. */
export async function* historyToKeep({ runtime: { db }, viewer }: Ctx, orderId: string): AsyncGenerator<HistoryRow> {
  if (!canSeeAllOrders(viewer, "admin") || (await isSealedOrder(db, viewer, orderId))) return;
  yield* rowsByPage(orderHistory, batch, ({ after, order }) =>
    db
      .select()
      .from(orderHistory)
      .where(and(eq(orderHistory.orderId, orderId), after))
      .orderBy(...order)
      .limit(batch),
  );
}

export type WorkText = { orderId: string; orderNumber: string; number: number; final: boolean; text: string } & Pick<
  typeof deliveries.$inferSelect,
  "ticked" | "pack" | "declaration" | "answers" | "counted"
> & { reports: readonly OriginalityReport[] };

const input = z.strictObject({ orderId: askedId, number: z.coerce.number().int().min(1).max(10_000) });

/** The text of a draft or delivery, and its details, for its writer and for admins; a client never learns from here that there is one. */
export const workText = query<z.infer<typeof input>, WorkText>("orders.work-text", {
  input,
  run: async ({ db, viewer }, { orderId, number }) => {
    const seen = visibleOrder(await loadOrder(db, orderId), viewer, "unopened");
    if (!seen.ok) return seen;
    const { id, text, final, ticked, pack, declaration, answers, counted } = deliveries;
    const [found] = await db
      .select({ id, text, final, ticked, pack, declaration, answers, counted })
      .from(deliveries)
      .where(and(eq(deliveries.orderId, seen.value.id), eq(deliveries.number, number)));
    if (!found) return notFound();
    const { id: deliveryId, ...work } = found;
    const reports = await reportsOf(db, [deliveryId]);
    return done({ orderId: seen.value.id, orderNumber: seen.value.number, number, ...work, reports });
  },
});

/** What the work is: the fields that say it, under their own names. */
export const workFields = (row: OrderRow) => ({
  service: row.service,
  title: row.title,
  instructions: row.instructions,
  ...briefValuesOf(briefNames.all(), (name) => row[name]),
  checklist: row.checklist,
  attachments: row.attachments,
});
