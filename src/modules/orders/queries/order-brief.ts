import { eq, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Ask } from "#src/platform/query.ts";
import { readSetting } from "#src/platform/settings.ts";
import { isId } from "#src/shared/id.ts";
import { textFor } from "#src/shared/viewer.ts";
import { acceptEnd, dueAt, reviewEnd } from "../domain/deadlines.ts";
import { pendingMoney } from "../domain/step-money.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf, type OrderRow } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { lightColumns } from "./shown-columns.ts";

/** An order without its long texts, for other modules that write to people about it. Who may read it is the caller's rule. */
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

/** What the choice of a writer reads of these orders, as this admin may have it; unknown ones are missing. Who may read it is the caller's rule. */
export async function ordersToAssign({ db, viewer }: Pick<Ask, "db" | "viewer">, ids: readonly string[]) {
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
