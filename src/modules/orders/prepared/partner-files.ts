import { and, desc, eq, isNotNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { hasStandingSeal } from "#src/modules/accounts/index.server.ts";
import { filesOf } from "#src/modules/files/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import type { OrderFileDto, OrderFilesDto } from "../api/dto.ts";
import { actorAs, clientIdOf, partnerOf, partnerReadsFiles, partnersOnly } from "../domain/policy.ts";
import { preparedOrders } from "../storage/draft-tables.ts";
import { deliveries, orders } from "../tables.ts";

const columns = {
  orderId: orders.id,
  number: orders.number,
  title: orders.title,
  clientId: orders.clientId,
  writerId: orders.writerId,
  unpaidCents: orders.unpaidCents,
  partnerId: preparedOrders.partnerId,
  partnerName: preparedOrders.partnerName,
  filesAllowedAt: preparedOrders.filesAllowedAt,
};

const preparedWith = (db: Database, condition: SQL | undefined) =>
  db.select(columns).from(preparedOrders).innerJoin(orders, eq(orders.id, preparedOrders.orderId)).where(condition);

/** Whether the program of a partner may read files of this order now: its client allows it, and no data of the client is sealed. */
export async function partnerSeesFiles(db: Database, viewer: Viewer, orderId: string): Promise<boolean> {
  if (!partnerOf(viewer)) return false;
  const [found] = await preparedWith(db, eq(orders.id, orderId));
  return found !== undefined && partnerReadsFiles(found, viewer) && !(await hasStandingSeal(db, found.clientId));
}

/** The partner whose program prepared an own order, and since when it may read its files; null: nobody prepared it. */
export async function partnerOfOrder(db: Database, viewer: Viewer, orderId: string) {
  const [found] = await preparedWith(db, eq(orders.id, orderId));
  if (!found || !actorAs("C", found, viewer)) return null;
  return { name: found.partnerName, allowedAt: found.filesAllowedAt };
}

/** Lets the partner that prepared an own order read its files, or ends that. Refuses not-found. */
export const allowPartner = command("orders.allow-partner", {
  input: z.strictObject({ orderId: askedId, allow: z.boolean() }),
  run: async (work, { orderId, allow }): Promise<Outcome<null>> => {
    const { tx, viewer, now } = work;
    if (!isId(orderId)) return notFound();
    const [found] = await preparedWith(tx, eq(orders.id, orderId));
    if (!found || !actorAs("C", found, viewer)) return notFound();
    if ((found.filesAllowedAt !== null) === allow) return done(null);
    await tx
      .update(preparedOrders)
      .set({ filesAllowedAt: allow ? now : null })
      .where(eq(preparedOrders.orderId, orderId));
    work.audit({
      action: allow ? "order.partner-files-allowed" : "order.partner-files-ended",
      subject: orderId,
      detail: { partner: found.partnerName },
    });
    return done(null);
  },
});

/** All own orders whose files a partner reads, the last allowed first. */
export const allowedPartners = query("orders.allowed-partners", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    const clientId = clientIdOf(viewer);
    if (clientId === null) return done([]);
    const mine = and(eq(orders.clientId, clientId), isNotNull(preparedOrders.filesAllowedAt));
    const rows = await preparedWith(db, mine).orderBy(desc(preparedOrders.filesAllowedAt));
    return done(
      rows.map(({ orderId, number, title, partnerName, filesAllowedAt }) => ({
        ...{ orderId, number, title, partner: partnerName, allowedAt: filesAllowedAt },
      })),
    );
  },
});

/** An order that the partner of this program prepared, while its client lets it read the files. */
async function allowedOrder(db: Database, viewer: Viewer, number: string) {
  const partner = partnerOf(viewer);
  if (!partner) return partnersOnly(viewer);
  const own = and(eq(orders.number, plainCode(number)), eq(preparedOrders.partnerId, partner.id));
  const [found] = await preparedWith(db, own);
  if (!found) return notFound();
  if (await partnerSeesFiles(db, viewer, found.orderId)) return done(found);
  return refuse("forbidden", "The client of this order does not let you read its files.");
}

type Found = Pick<typeof orders.$inferSelect, "clientId" | "writerId" | "unpaidCents"> & { orderId: string };

/** Versions that the client has: opened, and paid for. Opening one changes what a cancellation gives back. */
async function openVersions(db: Database, { orderId, unpaidCents }: Found) {
  const opened = and(eq(deliveries.orderId, orderId), isNotNull(deliveries.openedAt));
  const rows = await db
    .select({ id: deliveries.id, number: deliveries.number, final: deliveries.final })
    .from(deliveries)
    .where(opened);
  return rows.filter(({ final }) => !final || unpaidCents === 0);
}

/** The files of an order for the program of its partner: copies without personal details. Refuses as the order does, and forbidden. */
export const filesForPartner = query<{ number: string }, OrderFilesDto>("orders.files-for-partner", {
  input: z.strictObject({ number: z.string().max(40) }),
  run: async ({ db, viewer }, { number }) => {
    const found = await allowedOrder(db, viewer, number);
    if (!found.ok) return found;
    const versions = await openVersions(db, found.value);
    const versionOf = new Map(versions.map((one) => [one.id, one.number]));
    const [brief, handed] = await Promise.all([
      filesOf({ db, viewer }, { purpose: "order", subjects: [found.value.orderId] }),
      filesOf({ db, viewer }, { purpose: "delivery", subjects: [...versionOf.keys()] }),
    ]);
    const files = [...brief, ...handed].map(
      ({ id, subject, name, size, type, state, withheld }): OrderFileDto => ({
        ...{ id, name, size, type },
        version: versionOf.get(subject) ?? null,
        ready: state === "ready" && !withheld,
      }),
    );
    return done({ files });
  },
});

/** Whether a file is one of those that `filesForPartner` lists. Refuses as it does, and not-found. */
export async function fileForPartner(ctx: Parameters<typeof filesForPartner>[0], number: string, id: string) {
  const listed = await filesForPartner(ctx, { number });
  if (!listed.ok) return listed;
  return listed.value.files.some((file) => file.id === id) ? done(null) : notFound();
}
