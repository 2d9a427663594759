import { desc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { checklistOf } from "../domain/checklist.ts";
import { promisedCounts } from "../domain/counted-work.ts";
import type { Declaration, HandoverFacts, Pack } from "../domain/handover.ts";
import { deliveries, orderHistory } from "../tables.ts";
import type { OrderRow } from "./order-row.ts";

/** The delivery details of an earlier version of this writer, to continue with. */
export type Carried = {
  number: number;
  pack: Pack;
  declaration: Declaration;
  ticked: readonly number[];
  reason: string | null;
};

type Entry = Pick<typeof orderHistory.$inferSelect, "action" | "text">;
export type Version = Pick<
  typeof deliveries.$inferSelect,
  "number" | "final" | "byId" | "pack" | "declaration" | "ticked" | "counted"
>;

const mostPoints = 40;

/** The points of the revision that is asked for, as the client wrote them; none outside a revision. */
const askedPoints = (order: OrderRow, history: readonly Entry[]): readonly string[] => {
  if (order.status !== "revision_requested") return [];
  const asked = history.findLast(({ action }) => action === "request-revision");
  return checklistOf(asked?.text ?? "").slice(0, mostPoints);
};

const carriedFrom = (order: OrderRow, versions: readonly Version[]): Carried | null => {
  const last = versions.findLast(({ final, byId, pack }) => final && byId === order.writerId && pack !== null);
  if (!last?.pack || !last.declaration) return null;
  const { number, pack, declaration, ticked } = last;
  return { number, pack, declaration, ticked, reason: last.counted?.reason ?? null };
};

/** What a finished delivery of this order requires, and which parts exist from before. */
export const handoverOf = (order: OrderRow, history: readonly Entry[], versions: readonly Version[]) => {
  const { service, orderType, citedSources, checklist } = order;
  const carried = carriedFrom(order, versions);
  const points = askedPoints(order, history);
  const facts: HandoverFacts = {
    ...{ service, orderType, citedSources, checklist, points },
    promised: promisedCounts(order),
    carried: carried !== null,
  };
  return { facts, carried };
};

/** Every version with its delivery details, without its text. */
export const versionsOf = (db: Database, orderId: string) => {
  const { id, number, words, final, note, byKind: by, byId, createdAt: at, openedAt } = deliveries;
  const { pack, declaration, ticked, counted } = deliveries;
  return db
    .select({ id, number, words, final, note, by, byId, at, openedAt, pack, declaration, ticked, counted })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(number);
};

/** The same for a command, which has nothing of the order but its row. */
export async function handoverFactsOf(db: Database, order: OrderRow): Promise<HandoverFacts> {
  const versions = await versionsOf(db, order.id);
  const history = await db
    .select({ action: orderHistory.action, text: orderHistory.text })
    .from(orderHistory)
    .where(eq(orderHistory.orderId, order.id))
    .orderBy(desc(orderHistory.at), desc(orderHistory.id))
    .limit(200);
  return handoverOf(order, history.toReversed(), versions).facts;
}
