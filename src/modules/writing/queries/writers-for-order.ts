import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople, signInTracesOf } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  canSeeAllOrders,
  mayWriteFor,
  orderBrief,
  writerFiguresOf,
  writerPastFor,
} from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import { askedId } from "#src/platform/id-schema.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { percentOf } from "#src/shared/money.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { localOf } from "#src/shared/zone.ts";
import { isAway } from "../domain/away.ts";
import { shareFor } from "../domain/pay.ts";
import { suggestWriters } from "../domain/suggest.ts";
import { gradesSetting } from "../settings.ts";
import { writers } from "../tables.ts";
import { nothingDone } from "./admin-writers.ts";

/** A writer who may be asked for an order, with why, or why rather not. */
export type SuggestedWriter = Answer<typeof writersForOrder>[number];

/** The writers who may be asked for an order, the best choice first. For admins who see orders; refuses not-found. */
export const writersForOrder = query("writing.for-order", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, ctx, viewer, now }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const order = await orderBrief(db, orderId);
    if (!order) return notFound();
    const rows = await db
      .select()
      .from(writers)
      .where(eq(writers.active, true))
      .orderBy(asc(writers.pseudonym))
      .limit(500);
    const ids = rows.map(({ personId }) => personId);
    const { settings } = ctx.runtime;
    const [grades, usual, site] = [
      await settings.get(gradesSetting),
      await settings.get(shareSetting),
      await settings.get(siteSetting),
    ];
    const subject = order.subject ?? order.course ?? order.projectType;
    const [figures, people] = [await writerFiguresOf(db, ids), await findPeople(db, ids)];
    const past = await writerPastFor(db, ids, { orderId: order.id, clientId: order.clientId, subject });
    const today = localOf(now, site.timeZone).date;
    const due = order.due && order.due > now ? localOf(order.due, site.timeZone).date : today;
    const known = new Map(
      rows.flatMap((row) => {
        const person = people.get(row.personId);
        const free = person && !person.blocked && person.role === 2 && mayWriteFor(order, person.id);
        return free ? [[row.personId, { row, name: person.name }] as const] : [];
      }),
    );
    const near = new Set((await signInTracesOf(db, order.clientId)).shared.map(({ personId }) => personId));
    const candidates = [...known].map(([id, { row }]) => {
      const { open, delivered, onTime } = figures.get(id) ?? nothingDone;
      return {
        ...{ id, subjects: row.subjects, openOrders: open, capacity: row.capacity, delivered, onTime },
        ...(past.get(id) ?? { inSubject: 0, forClient: 0, askedBefore: false }),
        away: isAway(row, today, due),
        maySharePerson: near.has(id),
      };
    });
    return done(
      suggestWriters(candidates, { subject, level: order.academicLevel }).flatMap((one) => {
        const found = known.get(one.id);
        if (!found) return [];
        const { row, name } = found;
        const openOrders = figures.get(one.id)?.open ?? 0;
        const price = order.priceCents;
        return [
          {
            ...one,
            ...{ name, openOrders, pseudonym: row.pseudonym, capacity: row.capacity },
            /** Room for one more order. */
            hasCapacity: openOrders < row.capacity,
            /** What the offer would pay; null while the order has no price. */
            payCents: price === null ? null : percentOf(price, shareFor(row, grades, usual)),
          },
        ];
      }),
    );
  },
});
