import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import {
  agedRows,
  countRows,
  daysText,
  type Kept,
  type Retained,
  removeInWork,
  retentionJob,
  retentionSetting,
} from "#src/platform/retention.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { dayMs } from "#src/shared/units.ts";
import { type LifeTimer, lifeTimers } from "./domain/life-timers.ts";
import { withWriter } from "./domain/states.ts";
import { blankOrders } from "./personal-data.ts";
import { preparedDays } from "./prepared/prepared-order.ts";
import { lifeSetting } from "./settings.ts";
import { applyStep } from "./steps/apply-step.ts";
import { drafts, formDrafts, preparedOrders, screenedRequests, workDrafts } from "./storage/draft-tables.ts";
import { factsOf, loadOrder, type OrderRow } from "./storage/order-row.ts";
import { emptied, neverPaid } from "./storage/watch-indexes.ts";
import { orders } from "./tables.ts";

/** Orders are emptied so many at a time. */
const batch = 200;

const stillWorking = (before: Date) =>
  and(
    lt(workDrafts.savedAt, before),
    sql`not exists (select 1 from ${orders} where ${and(
      eq(orders.id, workDrafts.orderId),
      eq(orders.writerId, workDrafts.writerId),
      inArray(orders.status, [...withWriter]),
    )})`,
  );

/** No order and no request has come of it, or what came of it is gone. */
const preparedForNothing = (before: Date) =>
  and(
    lt(preparedOrders.createdAt, before),
    sql`not exists (select 1 from ${orders} where ${eq(orders.id, preparedOrders.orderId)})`,
    sql`not exists (select 1 from ${screenedRequests} where ${eq(screenedRequests.id, preparedOrders.orderId)})`,
  );

/** Forms that were begun, and drafts of writers who work on the order no more. */
export const sweepForms = retentionJob("orders.sweep-forms", "27 3 * * *", [
  agedRows({
    key: "orders.forms-before-sign-in",
    holds: "Forms that were filled in before a sign-in",
    why: "What was typed is still there after the sign-in.",
    shown: "A form that you filled in before you signed in",
    ...{ table: drafts, days: 7, past: (before) => lt(drafts.createdAt, before) },
  }),
  agedRows({
    key: "orders.form-drafts",
    holds: "Order forms that nobody sent",
    why: "A form can be continued on another device.",
    shown: "An order form that you did not send",
    ...{ table: formDrafts, days: "formDays", past: (before) => lt(formDrafts.savedAt, before) },
  }),
  agedRows({
    key: "orders.prepared",
    holds: "Order forms that a partner prepared and nobody sent",
    why: "The client has time to look at it and pay.",
    shown: "An order form that a partner prepared for you and you did not send",
    ...{ table: preparedOrders, days: preparedDays, past: preparedForNothing },
  }),
  agedRows({
    key: "orders.work-drafts",
    holds: "Drafts of writers who do not work on the order any more",
    why: "An admin can pass on what was begun.",
    ...{ table: workDrafts, days: "draftDays", past: stillWorking },
  }),
]);

const oldRequests = async ({ settings }: Kept, now: Date) => {
  const before = new Date(now.getTime() - (await settings.get(retentionSetting)).requestDays * dayMs);
  const end = sql`coalesce(${screenedRequests.decidedAt}, ${screenedRequests.endsAt})`;
  return and(ne(screenedRequests.state, "waiting"), lt(end, before));
};

/** Requests that a person has answered, or whose time is over. The files of a placed one are those of its order. */
const requests: Retained = {
  key: "orders.requests",
  holds: "Requests that a person had to read: form, sentence, answer",
  why: "An answer can be explained and questioned.",
  shown: "Requests that a person had to read",
  choice: "retention",
  time: async ({ settings }) => `${daysText((await settings.get(retentionSetting)).requestDays)} after the answer`,
  remove: async (runtime, now) => {
    const old = await oldRequests(runtime, now);
    return removeInWork(runtime, "orders.sweep-requests", async (work) => {
      const { id, state } = screenedRequests;
      const gone = await work.tx.delete(screenedRequests).where(old).returning({ id, state });
      const unplaced = gone.filter((one) => one.state !== "placed");
      await forgetFilesAt(
        work,
        "order",
        unplaced.map((one) => one.id),
      );
      return gone.length;
    });
  },
  overdue: async (kept, now) => countRows(kept.db, screenedRequests, await oldRequests(kept, now)),
};

const oldUnpaid = async ({ settings }: Kept, now: Date) => {
  const before = new Date(now.getTime() - (await settings.get(retentionSetting)).unpaidDays * dayMs);
  return and(neverPaid(orders), lt(orders.updatedAt, before));
};

/** Of orders that were cancelled and never paid the words and files go; the row stays in the lists. */
const unpaid: Retained = {
  key: "orders.unpaid",
  holds: "Briefs and files of orders that were cancelled and never paid",
  why: "The client can order the same again.",
  shown: "Briefs of orders that were never paid",
  choice: "retention",
  time: async ({ settings }) => `${daysText((await settings.get(retentionSetting)).unpaidDays)} after the last change`,
  remove: async (runtime, now) => {
    const old = await oldUnpaid(runtime, now);
    return removeInWork(runtime, "orders.sweep-unpaid", async (work) => {
      const due = await work.tx.select({ id: orders.id }).from(orders).where(old).limit(batch);
      const ids = due.map(({ id }) => id);
      await blankOrders(work, ids, { title: emptied, instructions: emptied });
      return ids.length;
    });
  },
  overdue: async (kept, now) => countRows(kept.db, orders, await oldUnpaid(kept, now)),
};

export const sweepOrders = retentionJob("orders.sweep", "33 3 * * *", [requests, unpaid]);

/** One handler for each timer of the lifecycle table: a step by the product itself, or an event that notifies people. */
export const orderTimers: readonly TimerKind[] = lifeTimers.map((timer) => ({
  kind: timer.kind,
  lock: (work, subject) => loadOrder(work.tx, subject, true),
  run: (work, subject) => runOut(work, timer, subject),
}));

/** A setting may have moved the end since the timer was set: then it is set again. */
async function runOut(work: Work, timer: LifeTimer, subject: string): Promise<void> {
  const order = await loadOrder(work.tx, subject, true);
  if (!order || !timer.while.includes(order.status)) return;
  const settings = await work.ctx.runtime.settings.get(lifeSetting);
  const due = timer.due(factsOf(order), settings);
  if (!due) return;
  if (due > work.now) return setTimer(work, { kind: timer.kind, subject, due });
  await ring(work, timer, order);
}

async function ring(work: Work, { kind, does }: LifeTimer, order: OrderRow): Promise<void> {
  if ("event" in does) return say(work, does.event, order);
  const actor = { kind: "S", id: `system:${kind}` } as const;
  const taken = await applyStep(work, { order, action: does.action, actor });
  if (taken.ok) return;
  if (does.otherwise) say(work, does.otherwise, order);
  else
    work.ctx.runtime.log.info(
      { timer: kind, order: order.id, refused: taken.message },
      "a timer ran out without a step",
    );
}

function say(work: Work, name: string, order: OrderRow): void {
  const { id, number, status, clientId, writerId, test, demo } = order;
  work.audit({ action: name, subject: id, detail: { status } });
  work.emit({ name, subject: id, payload: { number, status, clientId, writerId, test, demo } });
}
