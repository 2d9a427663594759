import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { isId } from "#src/shared/id.ts";
import type { OrderFacts } from "../domain/order-facts.ts";
import { readDispute } from "../domain/order-facts.ts";
import type { OrderStatus } from "../domain/states.ts";
import { orders } from "../tables.ts";

const most = 200;

/** Ids of files: a list, or one text with commas between them, as a form sends it. */
export const fileIds = z
  .union([z.string().max(most * 40), z.array(z.string().max(100)).max(most)])
  .default([])
  .transform((ids) => (typeof ids === "string" ? ids.split(",") : ids).map((id) => id.trim()).filter(Boolean));

export type OrderRow = typeof orders.$inferSelect;
export type StoredFacts = OrderFacts & { status: OrderStatus };

/** The columns that the rules read; text and snapshots stay out, so that lists can ask for these alone. */
export type FactColumns = Omit<
  OrderRow,
  "instructions" | "snapshot" | "attachments" | "idempotencyKey" | "formDigest"
> &
  Partial<Pick<OrderRow, "snapshot">>;

const writingServices: readonly string[] = ["non-technical", "technical", "custom"];

/** Ticks count for the work, or the revision, that they were made in. */
const checklistState = ({ checklist, tickedAt, workSince }: FactColumns): OrderFacts["checklist"] => {
  if (checklist.length === 0) return "none";
  return tickedAt !== null && workSince !== null && tickedAt >= workSince ? "ticked" : "open";
};

/** A row as the rules of its life see it (domain/decide.ts). `pages` counts for writing alone, not as a quantity. */
export const factsOf = (row: FactColumns): StoredFacts => ({
  ...row,
  pages: writingServices.includes(row.service) ? row.pages : null,
  priceSteps: row.snapshot?.result.priceSteps ?? [],
  fairUseAccepted: true,
  dispute: readDispute(row.dispute),
  hasFinalDelivery: row.finalAt !== null && row.workSince !== null && row.finalAt >= row.workSince,
  checklist: checklistState(row),
  draftOpened: row.draftOpenedAt !== null,
});

/** The order of an id, or null. `lock` keeps others from changing it until the transaction ends. */
export async function loadOrder(db: Database, id: string, lock = false): Promise<OrderRow | null> {
  if (!isId(id)) return null;
  const rows = db.select().from(orders).where(eq(orders.id, id));
  const [row] = await (lock ? rows.for("update") : rows);
  return row ?? null;
}
