import { and, eq, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { canBuy, clientIdOf } from "../domain/policy.ts";
import { preparedOrders } from "./prepared-tables.ts";
import { preparedIdIn, stillThere } from "./read-prepared.ts";

export type OpenedOrder = {
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
