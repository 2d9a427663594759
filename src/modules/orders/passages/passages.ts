import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { cappedCount } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isSealedFor, nameFor, sealedText, textFor, type Viewer } from "#src/shared/viewer.ts";
import { canSeeAllOrders, isParty } from "../domain/policy.ts";
import { loadOrder } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { openPassage } from "./note-passages.ts";
import { hiddenPassages } from "./passage-tables.ts";

const shownAtOnce = 20;
const isWaiting = eq(hiddenPassages.state, "waiting");

/** Requests and passages that wait for a person are counted together; at most so many of each are looked at. */
export const waitingPassages = (most: number): SQL =>
  cappedCount(most, sql`select 1 from ${hiddenPassages} where ${hiddenPassages.state} = 'waiting'`);

/** Stands for a passage of an order whose client is sealed; null: it can be read. */
const passageFor = (viewer: Viewer, clientId: string) =>
  isSealedFor(viewer, clientId, "work") || isSealedFor(viewer, clientId, "messages")
    ? { before: "", passage: sealedText, after: "" }
    : null;

export type PassageQueue = Answer<typeof passageQueue>;

/** The passages that were put to Support, those that wait longest first. Refuses not-found. */
export const passageQueue = query("orders.passage-queue", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const { number, title, clientId, writerId } = getTableColumns(orders);
    const rows = await db
      .select({ row: hiddenPassages, order: { number, title, clientId, writerId } })
      .from(hiddenPassages)
      .innerJoin(orders, eq(orders.id, hiddenPassages.orderId))
      .where(isWaiting)
      .orderBy(asc(hiddenPassages.askedAt), asc(hiddenPassages.id))
      .limit(shownAtOnce + 1);
    const people = await findPeople(
      db,
      rows.map(({ row }) => row.personId),
    );
    return done({
      more: rows.length > shownAtOnce,
      waiting: rows.slice(0, shownAtOnce).map(({ row, order }) => ({
        ...{ id: row.id, orderId: row.orderId, side: row.side, place: row.place, kind: row.kind, asked: row.asked },
        ...{ askedAt: row.askedAt ?? row.createdAt, number: order.number },
        title: textFor(viewer, order.clientId, "work", order.title),
        name: nameFor(viewer, row.personId, people.get(row.personId)?.name ?? "A deleted account"),
        text: passageFor(viewer, order.clientId) ?? openPassage(ctx.runtime, row),
        mine: isParty(order, viewer),
      })),
    });
  },
});

/** What of the viewer's own texts is hidden from the other side of an order. Empty for everybody else. */
export const ownPassages = query("orders.own-passages", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, ctx, viewer }, { orderId }) => {
    const order = isId(orderId) ? await loadOrder(db, orderId) : null;
    if (!order || viewer.kind !== "person" || !isParty(order, viewer)) return done([]);
    const rows = await db
      .select()
      .from(hiddenPassages)
      .where(and(eq(hiddenPassages.orderId, order.id), eq(hiddenPassages.personId, viewer.id)))
      .orderBy(asc(hiddenPassages.createdAt), asc(hiddenPassages.id))
      .limit(100);
    return done(
      rows.flatMap((row) => {
        const text = openPassage(ctx.runtime, row);
        const { id, place, kind, state, asked, askedAt, decidedAt } = row;
        return text ? [{ id, place, kind, state, asked, askedAt, decidedAt, ...text }] : [];
      }),
    );
  },
});
