import { and, eq, sql } from "drizzle-orm";
import type { AttachedAt, FilePolicy } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { isId } from "#src/shared/id.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { canSeeOrder, isClosedFor } from "./domain/policy.ts";
import { partnerSeesFiles } from "./prepared/partner-files.ts";
import { screenedRequests } from "./storage/draft-tables.ts";
import { originalityReports, reportOfOrder } from "./storage/report-tables.ts";
import { deliveries, orderHistory, orders } from "./tables.ts";

/**
 * Whose an order is, or a request that a person reads before it is one: no writer has it. One statement, found or not:
 * how long a refusal takes says nothing.
 */
async function peopleOf(db: Database, id: string): Promise<{ clientId: string; writerId: string | null } | undefined> {
  if (!isId(id)) return undefined;
  const requested = db
    .select({ clientId: screenedRequests.clientId, writerId: sql<string | null>`null::uuid` })
    .from(screenedRequests)
    .where(eq(screenedRequests.id, id));
  const [found] = await db
    .select({ clientId: orders.clientId, writerId: orders.writerId })
    .from(orders)
    .where(eq(orders.id, id))
    .unionAll(requested);
  return found;
}

/** Files of an order (subject: the order's id): its client, the writer it is with, the admins. */
const orderFilePolicy: FilePolicy = {
  purpose: "order",
  maySee: async (ctx, orderId) => {
    const order = await peopleOf(ctx.runtime.db, orderId);
    if (order && ctx.viewer.kind === "program") return partnerSeesFiles(ctx.runtime.db, ctx.viewer, orderId);
    return order !== undefined && canSeeOrder(order, ctx.viewer, "work");
  },
};

const versionFacts = {
  orderId: orders.id,
  clientId: orders.clientId,
  writerId: orders.writerId,
  openedAt: deliveries.openedAt,
  final: deliveries.final,
  unpaidCents: orders.unpaidCents,
};
type VersionFacts = Pick<typeof orders.$inferSelect, "clientId" | "writerId" | "unpaidCents"> & {
  orderId: string;
} & Pick<typeof deliveries.$inferSelect, "openedAt" | "final">;

/** The client has what is of a version once it was opened: the refund ladder asks about that. */
const seesVersion = (found: VersionFacts | undefined, viewer: Viewer): boolean => {
  const closed = found?.openedAt === null || (found?.final && isClosedFor(found, viewer));
  return found !== undefined && canSeeOrder(found, viewer, closed ? "unopened" : "work");
};

/** Files of a delivery (subject: its id). One statement, found or not: how long a refusal takes says nothing. */
const deliveryFilePolicy: FilePolicy = {
  purpose: "delivery",
  maySee: async (ctx, deliveryId) => {
    if (!isId(deliveryId)) return false;
    const [found] = await ctx.runtime.db
      .select(versionFacts)
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .where(eq(deliveries.id, deliveryId));
    if (found && ctx.viewer.kind === "program") {
      const has = found.openedAt !== null && (!found.final || found.unpaidCents === 0);
      return has && partnerSeesFiles(ctx.runtime.db, ctx.viewer, found.orderId);
    }
    return seesVersion(found, ctx.viewer);
  },
};

/** The file of an originality report (subject: its id): it quotes the version, so the rule of the version holds. */
const reportFilePolicy: FilePolicy = {
  purpose: "report",
  maySee: async (ctx, reportId) => {
    if (!isId(reportId)) return false;
    const [found] = await ctx.runtime.db
      .select(versionFacts)
      .from(originalityReports)
      .innerJoin(deliveries, eq(deliveries.id, originalityReports.deliveryId))
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .where(eq(originalityReports.id, reportId));
    return seesVersion(found, ctx.viewer);
  },
};

/** What proves a claim or an answer in a dispute (subject: the step's id): both sides and the admins, like its words. */
const evidenceFilePolicy: FilePolicy = {
  purpose: "evidence",
  maySee: async (ctx, stepId) => {
    if (!isId(stepId)) return false;
    const [found] = await ctx.runtime.db
      .select({
        clientId: orders.clientId,
        writerId: orders.writerId,
        since: orders.assignedAt,
        at: orderHistory.at,
      })
      .from(orderHistory)
      .innerJoin(orders, eq(orders.id, orderHistory.orderId))
      .where(eq(orderHistory.id, stepId));
    if (!found) return false;
    const before = found.since === null || found.at < found.since;
    return canSeeOrder(before ? { ...found, writerId: null } : found, ctx.viewer, "work");
  },
};

export const orderFilePolicies: readonly FilePolicy[] = [
  orderFilePolicy,
  deliveryFilePolicy,
  reportFilePolicy,
  evidenceFilePolicy,
];

/** Whether a file attached there belongs to this order: to the order itself, a delivery, a report or a step of it. */
export async function isAttachedToOrder(db: Database, orderId: string, at: AttachedAt): Promise<boolean> {
  const { purpose, attachedTo } = at;
  if (attachedTo === null || !isId(orderId)) return false;
  if (purpose === "order" || purpose === "proof") return attachedTo === orderId;
  if (purpose === "report") return isId(attachedTo) && (await reportOfOrder(db, orderId, attachedTo)) !== null;
  if (purpose !== "delivery" && purpose !== "evidence") return false;
  const rows = purpose === "delivery" ? deliveries : orderHistory;
  return (await db.$count(rows, and(eq(rows.id, attachedTo), eq(rows.orderId, orderId)))) > 0;
}
