import { and, asc, eq, getTableColumns, inArray, notInArray, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { searchColumn, searched } from "#src/platform/database/search.ts";
import { readSetting } from "#src/platform/settings.ts";
import { isId } from "#src/shared/id.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { type Admin, sealedIds, textFor } from "#src/shared/viewer.ts";
import { acceptEnd, dueAt, reviewEnd } from "../domain/deadlines.ts";
import type { OrderReader } from "../domain/policy.ts";
import type { QuoteVersion } from "../domain/quote-rounds.ts";
import { pendingMoney } from "../domain/step-money.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf, type OrderRow } from "../storage/order-row.ts";
import { customQuotes, orders } from "../tables.ts";

const {
  instructions: _i,
  snapshot: _s,
  attachments: _a,
  idempotencyKey: _k,
  formDigest: _d,
  ...light
} = getTableColumns(orders);

/** Everything of an order but its long texts: for lists. */
export const lightColumns = light;

/** An order without its long texts, as it is stored: for e-mails and events, and for `visibleOrder`, before it is shown. */
export async function orderBrief(db: Database, orderId: string) {
  if (!isId(orderId)) return null;
  const [row] = await db.select(lightColumns).from(orders).where(eq(orders.id, orderId));
  if (!row) return null;
  const { value: life } = await readSetting(db, lifeSetting);
  const facts = factsOf(row);
  const answerUntil = row.status === "assigned" ? acceptEnd(facts, life) : null;
  // `decided` is null unless a decision waits to take effect, the others unless the work is offered, or delivered.
  const decided = pendingMoney(facts, life);
  return { ...row, due: dueAt(row), decided, reviewUntil: reviewEnd(facts), answerUntil };
}

export type OrderToAssign = Awaited<ReturnType<typeof ordersToAssign>>[number];

/** What the choice of a writer reads of these orders, as this admin may have it; unknown ones are missing. */
export async function ordersToAssign({ db, viewer }: { db: Database; viewer: OrderReader }, ids: readonly string[]) {
  const known = ids.filter(isId);
  if (known.length === 0) return [];
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      title: orders.title,
      status: orders.status,
      kind: orders.kind,
      paymentStatus: orders.paymentStatus,
      priceCents: orders.priceCents,
      clientId: orders.clientId,
      subject: orders.subject,
      course: orders.course,
      projectType: orders.projectType,
      academicLevel: orders.academicLevel,
      deadline: orders.deadline,
      revisionDueAt: orders.revisionDueAt,
      version: orders.stepVersion,
    })
    .from(orders)
    .where(inArray(orders.id, known));
  return rows.map((row) => ({ ...row, title: textFor(viewer, row.clientId, "work", row.title), due: dueAt(row) }));
}

/** How a price came about, for receipts: lines and inputs of the snapshot; null for custom work. */
export async function orderSnapshot(db: Database, orderId: string): Promise<OrderRow["snapshot"]> {
  if (!isId(orderId)) return null;
  const [row] = await db.select({ snapshot: orders.snapshot }).from(orders).where(eq(orders.id, orderId));
  return row?.snapshot ?? null;
}

/** One order with the newest price that an admin named for it. One statement. */
export async function orderWithQuote(
  db: Database,
  id: string,
): Promise<{ order: OrderRow; quote: QuoteVersion | null } | null> {
  if (!isId(id)) return null;
  const newest = sql`(select max(q.version) from ${customQuotes} q where q.order_id = ${orders.id})`;
  const [found] = await db
    .select({ order: orders, quote: customQuotes })
    .from(orders)
    .leftJoin(customQuotes, and(eq(customQuotes.orderId, orders.id), eq(customQuotes.version, newest)))
    .where(eq(orders.id, id));
  if (!found) return null;
  if (!found.quote) return { order: found.order, quote: null };
  return { order: found.order, quote: versionOf(found.quote) };
}

const versionOf = (row: typeof customQuotes.$inferSelect): QuoteVersion => ({
  version: row.version,
  cents: row.cents,
  lines: row.lines,
  scope: row.scope,
  deadline: row.deadline,
  validUntil: row.validUntil,
  createdAt: row.createdAt,
});

/** Every version of the price of custom work, the oldest first. */
export async function quotesOf(db: Database, orderId: string): Promise<readonly QuoteVersion[]> {
  const rows = await db
    .select()
    .from(customQuotes)
    .where(eq(customQuotes.orderId, orderId))
    .orderBy(asc(customQuotes.version));
  return rows.map(versionOf);
}

/** The number for people of each order among these ids, for any admin: it names nobody. */
export async function orderNumbersOf(
  db: Database,
  _viewer: Admin | OrderReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter(isId);
  if (known.length === 0) return new Map();
  const rows = await db.select({ id: orders.id, number: orders.number }).from(orders).where(inArray(orders.id, known));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** What these orders are called for this viewer, by their ids. */
export async function orderTitlesOf(
  db: Database,
  viewer: OrderReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, title: orders.title, clientId: orders.clientId })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, title, clientId }) => [id, textFor(viewer, clientId, "work", title)]));
}

/** The id of the order with this number, or null; for any admin. */
export async function orderIdOf(db: Database, _viewer: Admin, number: string): Promise<string | null> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.number, plainCode(number)));
  return row?.id ?? null;
}

const mostFound = 500;

/** Orders that a search finds, by number, title or client (shared/search.ts), at most 500. */
export async function orderIdsFound(db: Database, viewer: Admin, search: string): Promise<readonly string[]> {
  const known = await orderIdOf(db, viewer, search);
  if (known) return [known];
  const sealed = [...sealedIds(viewer, "contact"), ...sealedIds(viewer, "work")];
  const findable = sealed.length > 0 ? notInArray(orders.clientId, sealed) : undefined;
  const which = and(searched(searchColumn(orders), search), findable);
  const rows = await db.select({ id: orders.id }).from(orders).where(which).limit(mostFound);
  return rows.map(({ id }) => id);
}
