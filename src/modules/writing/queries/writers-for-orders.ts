import { asc, sql } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders, mayWriteFor, ordersToAssign } from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { percentOf } from "#src/shared/money.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shareFor } from "../domain/pay.ts";
import { suggestWriters } from "../domain/suggest.ts";
import { gradesSetting } from "../settings.ts";
import { writers } from "../tables.ts";
import { foundWriters } from "./admin-writers.ts";
import {
  askedOf,
  atWork,
  candidateColumns,
  figuresOf,
  load,
  mostListed,
  openOrders,
  ordersAround,
  subjectOf,
} from "./writer-candidates.ts";

/** Active writers whom a search finds, by pseudonym and with their orders in hand. */
const activeWriters = (db: Database, search: string) =>
  db
    .select({ ...candidateColumns, grade: writers.grade, sharePercent: writers.sharePercent, open: openOrders })
    .from(writers)
    .leftJoin(load, sql`load.writer_id = ${writers.personId}`)
    .where(sql`${atWork} and ${foundWriters({ search, subject: "" })}`)
    .orderBy(asc(writers.pseudonym));

/** A writer who may be asked for an order, with why, or why rather not. */
export type SuggestedWriter = Answer<typeof writersForOrder>["writers"][number];

/**
 * The writers who may be asked for an order, the best choice first, at most `mostListed` of those whom the search finds,
 * and how many it finds. For admins who see orders; refuses not-found.
 */
export const writersForOrder = query("writing.for-order", {
  input: z.strictObject({ orderId: askedId, search: z.string().max(200).default("") }),
  run: async ({ db, ctx, viewer, now }, { orderId, search }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const [order] = await ordersToAssign({ db, viewer }, [orderId]);
    if (!order) return notFound();
    const { settings } = ctx.runtime;
    const [grades, usual] = [await settings.get(gradesSetting), await settings.get(shareSetting)];
    const all = (await activeWriters(db, search)).filter(({ personId }) => mayWriteFor(order, personId));
    const { candidate } = await ordersAround({ db, runtime: ctx.runtime, now }, [order]);
    const asked = askedOf(order);
    const first = suggestWriters(
      all.map((row) => candidate(order, row)),
      asked,
    ).slice(0, mostListed);
    const best = new Set(first.map(({ id }) => id));
    const chosen = all.filter(({ personId }) => best.has(personId));
    const { known, pastIn } = await figuresOf(db, chosen, [subjectOf(order)]);
    const suggested = suggestWriters(
      chosen.map((row) => candidate(order, row, pastIn(row.personId, subjectOf(order)))),
      asked,
    );
    return done({
      all: all.length,
      writers: suggested.flatMap((one) => {
        const found = known.get(one.id);
        if (!found) return [];
        const { row, name, figures } = found;
        const price = order.priceCents;
        return [
          {
            ...one,
            ...{ name, openOrders: figures.open, pseudonym: row.pseudonym, capacity: row.capacity },
            /** Room for one more order. */
            hasCapacity: figures.open < row.capacity,
            /** What the offer would pay; null while the order has no price. */
            payCents: price === null ? null : percentOf(price, shareFor(row, grades, usual)),
          },
        ];
      }),
    });
  },
});
