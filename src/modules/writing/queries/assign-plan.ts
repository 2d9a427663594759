import { z } from "zod";
import { canSeeAllOrders, type OrderToAssign, ordersToAssign } from "#src/modules/orders/index.server.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { spreadOrders } from "../domain/suggest.ts";
import { subjectOf, writersFor } from "./writers-for-orders.ts";

export type AssignPlan = Answer<typeof assignPlan>;

/** So many orders get writers in one step. */
const mostOrders = 200;

/** Why no writer can be asked for an order; null: one can. */
function whyNot({ status, kind, paymentStatus, priceCents, due }: OrderToAssign, now: Date): string | null {
  if (status === "pending" && kind === "custom" && priceCents === null) return "no price yet, so no writer can get it";
  if (paymentStatus === "awaiting_confirmation") return "not paid yet, the transfer is expected";
  if (status === "pending" || status === "quoted") return "not paid yet";
  if (status === "assigned") return "a writer is already asked";
  if (status === "completed" || status === "cancelled" || status === "refunded") return "it has ended";
  if (status !== "confirmed") return "it has a writer";
  return due && due <= now ? "its deadline has passed" : null;
}

/**
 * Who would get which of these orders, and why the others stay: spread by suggestion, or all to one writer; never more
 * than there are places. Nothing is written. For admins who see orders; refuses not-found.
 */
export const assignPlan = query("writing.assign-plan", {
  input: z.strictObject({ orderIds: z.array(askedId).max(mostOrders), writerId: askedId.optional() }),
  run: async ({ db, ctx, viewer, now }, { orderIds, writerId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const orders = await ordersToAssign({ db, viewer }, orderIds);
    const open = orders.filter((order) => whyNot(order, now) === null);
    const { known, suggest } = await writersFor(db, ctx.runtime, open, now);
    const hasCapacity = (id: string, given: ReadonlyMap<string, number>): boolean => {
      const one = known.get(id);
      return one !== undefined && one.figures.open + (given.get(id) ?? 0) < one.row.capacity;
    };
    const spread = writerId
      ? spreadOrders(open, suggest, (one, given) => one.id === writerId && hasCapacity(one.id, given))
      : spreadOrders(open, suggest);
    const fits = new Map<string, number>();
    for (const order of open)
      for (const one of suggest(order)) if (one.fits) fits.set(one.id, (fits.get(one.id) ?? 0) + 1);

    const noneLeft = writerId
      ? `${known.get(writerId)?.name ?? "This writer"} has no free place`
      : "no free writer fits";
    const shown = ({ id, number, title, due, version }: OrderToAssign) => ({ id, number, title, due, version });
    const gives = spread.flatMap(({ order, writerId: to, given }) => {
      const one = to === null ? undefined : known.get(to);
      if (!to || !one) return [];
      const used = one.figures.open + given;
      const place = used === one.row.capacity ? "last place" : `${used} of ${one.row.capacity} places`;
      const why = [subjectOf(order), place].filter(Boolean).join(", ");
      return [{ ...shown(order), writer: { id: to, name: one.name, pseudonym: one.row.pseudonym, why } }];
    });
    const given = new Set(gives.map(({ id }) => id));
    const stays = orders
      .filter(({ id }) => !given.has(id))
      .map((order) => ({ ...shown(order), why: whyNot(order, now) ?? noneLeft }));
    const writers = [...known].map(([id, { row, name, figures }]) => ({
      ...{ id, name, pseudonym: row.pseudonym, capacity: row.capacity, openOrders: figures.open },
      ...{ delivered: figures.delivered, onTime: figures.onTime, fits: fits.get(id) ?? 0 },
    }));
    const free = (one: (typeof writers)[number]) => one.capacity - one.openOrders;
    const isFree = (one: (typeof writers)[number]) => (free(one) > 0 ? 1 : 0);
    return done({
      asked: open.length,
      writers: writers.toSorted((a, b) => isFree(b) - isFree(a) || b.fits - a.fits || free(b) - free(a)),
      gives,
      stays,
    });
  },
});
