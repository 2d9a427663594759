import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, lte, or } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import type { PreparedOrderDto } from "../api/dto.ts";
import { canBuy, clientIdOf, partnerOf, partnersOnly } from "../domain/policy.ts";
import { preparedOrders } from "../storage/draft-tables.ts";
import { orders } from "../tables.ts";

type Installation = Pick<Runtime, "secret">;

/** A keyed hash of the id: the same link is answered again, and a copy of the database alone opens none. */
const markOf = ({ secret }: Installation, id: string): Buffer =>
  createHmac("sha256", keyFor(secret, "prepared-orders")).update(id).digest();

/** Where a client opens a prepared order. */
export function preparedLink(runtime: Runtime, { id, service }: { id: string; service: string }): string {
  const url = new URL(service === "custom" ? "/custom" : "/order", runtime.config.baseUrl.origin);
  url.searchParams.set("prepared", `${id}.${markOf(runtime, id).toString("base64url")}`);
  return url.href;
}

/** The id in what a link carries; null for everything that this installation did not make. */
function preparedIdIn(installation: Installation, sent: string): string | null {
  const [id = "", mark = "", more] = sent.split(".");
  if (!isId(id) || !/^[A-Za-z0-9_-]{43}$/.test(mark) || more !== undefined) return null;
  const [own, theirs] = [markOf(installation, id), Buffer.from(mark, "base64url")];
  return own.length === theirs.length && timingSafeEqual(own, theirs) ? id : null;
}

/** How long a prepared order waits for its client. */
export const preparedDays = 7;

const began = (now: Date): Date => new Date(now.getTime() - preparedDays * dayMs);

/** Those whose time is not over. */
const stillThere = (now: Date) => or(isNotNull(preparedOrders.orderId), gt(preparedOrders.createdAt, began(now)));

/** Those that nobody sent in time, until they are deleted. */
export const isOver = (now: Date) => and(isNull(preparedOrders.orderId), lte(preparedOrders.createdAt, began(now)));

type Row = typeof preparedOrders.$inferSelect;

/** What its partner reads of it: nothing of its client, and no text. */
export async function preparedDto(runtime: Runtime, db: Database, row: Row): Promise<PreparedOrderDto> {
  const { id, service, priceCents, createdAt, orderId } = row;
  const [order] = orderId ? await db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId)) : [];
  return {
    ...{ id, service, currency: "USD", priceCents, url: preparedLink(runtime, row) },
    state: order ? "ordered" : "waiting",
    number: order?.number ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + preparedDays * dayMs).toISOString(),
  };
}

/** One prepared order of this partner. Refuses signed-out, forbidden and not-found. */
export const preparedOrder = query<{ id: string }, PreparedOrderDto>("orders.prepared", {
  input: z.strictObject({ id: z.string().max(60) }),
  run: async ({ db, viewer, now, ctx: { runtime } }, { id }) => {
    const partner = partnerOf(viewer);
    if (!partner) return partnersOnly(viewer);
    if (!isId(id)) return notFound();
    const own = and(eq(preparedOrders.id, id), eq(preparedOrders.partnerId, partner.id), stillThere(now));
    const [row] = await db.select().from(preparedOrders).where(own);
    return row ? done(await preparedDto(runtime, db, row)) : notFound();
  },
});

type OpenedOrder = {
  fields: Record<string, string>;
  /** The key under which the form places its order. */
  formKey: string;
  partner: string;
  /** The order, or the request, that the form has become. */
  orderId: string | null;
};

const keyStart = "prepared-";

/**
 * Gives the form of a partner's link to its client. The first account that opens it owns it from then on; to others it
 * does not exist. Refuses signed-out, and not-found.
 */
export const openPrepared = command<{ link: string }, OpenedOrder>("orders.open-prepared", {
  input: z.strictObject({ link: z.string().max(200) }),
  run: async (work, { link }) => {
    const { tx, now, viewer, ctx } = work;
    if (viewer.kind === "guest") return refuse("signed-out", "Sign in to continue with this order.");
    const owner = clientIdOf(viewer);
    const id = preparedIdIn(ctx.runtime, link);
    if (!id || owner === null || !canBuy(viewer)) return notFound();
    const free = or(isNull(preparedOrders.owner), eq(preparedOrders.owner, owner));
    const [row] = await tx
      .update(preparedOrders)
      .set({ owner })
      .where(and(eq(preparedOrders.id, id), free, stillThere(now)))
      .returning();
    if (!row) return notFound();
    const { fields, partnerName: partner, orderId } = row;
    return done({ fields, partner, orderId, formKey: keyStart + id });
  },
});

/** The form of this key has placed an order, or left a request with a person: the texts are kept there from now on. */
export async function preparedPlaced(
  { tx }: Work,
  { formKey, owner, orderId }: { formKey: string; owner: string; orderId: string },
): Promise<void> {
  const id = formKey.startsWith(keyStart) ? formKey.slice(keyStart.length) : "";
  if (!isId(id)) return;
  await tx
    .update(preparedOrders)
    .set({ orderId, fields: {} })
    .where(and(eq(preparedOrders.id, id), eq(preparedOrders.owner, owner), isNull(preparedOrders.orderId)));
}
