import { and, eq, inArray, ne, or } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { readNoticeKey } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import type { AnyOrderEventName } from "./domain/entries-and-events.ts";
import { withWriter } from "./domain/states.ts";
import { applyStep } from "./steps/apply-step.ts";
import { lockOrders, saveLocked } from "./steps/save-order.ts";
import { loadOrder, type OrderRow } from "./storage/order-row.ts";
import { orders } from "./tables.ts";

const actor = { kind: "S", id: "system:writer-gone" } as const;
const reason = "This person is no longer a writer.";

/** Whether an account has ended as a writer's: another role, or closed. */
async function isGone({ tx }: Work, personId: string): Promise<boolean> {
  const person = (await findPeople(tx, [personId])).get(personId);
  return person !== undefined && (person.role !== 2 || person.blocked);
}

/** Frees orders for another writer; the client is notified by the step's own mail. All of them, or none. */
async function free(work: Work, left: readonly OrderRow[]): Promise<void> {
  for (const order of left) {
    const taken = await applyStep(work, { order, action: "reassign", actor, params: { reason }, text: reason });
    if (!taken.ok) throw new Error(`Order ${order.id} could not be freed: ${taken.message}`);
    work.emit({ name: "order.writer-gone" satisfies AnyOrderEventName, subject: order.id, payload: {} });
  }
}

const ended = ["account.role-changed", "account.blocked", "account.deleted"] as const;
/** Steps that give an order back into the hands of the writer it had. */
const givenBack = ["order.revision-asked", "order.resumed"] as const satisfies readonly AnyOrderEventName[];

/**
 * Work that lies with somebody who is no writer any more waits for another one, as after an admin's own step: delivered
 * work stays delivered, and comes free when it is asked for again. The orders are read under their locks, so a delivery
 * at the same moment is either there before or finds the order taken.
 */
const writerGone: readonly EventHandler[] = [
  ...ended.map((on) => ({
    on,
    name: "orders.writer-gone",
    run: async (work: Work, { subject }: { subject: string }) => {
      if (!(await isGone(work, subject))) return;
      const left = and(eq(orders.writerId, subject), inArray(orders.status, [...withWriter]));
      await free(work, await lockOrders(work.tx, left));
    },
  })),
  ...givenBack.map((on) => ({
    on,
    name: "orders.writer-gone",
    concerns: ({ writerId }: Record<string, unknown>) => typeof writerId === "string",
    run: async (work: Work, { subject, payload }: { subject: string; payload: Record<string, unknown> }) => {
      const writerId = String(payload.writerId);
      if (!(await isGone(work, writerId))) return;
      const left = and(eq(orders.id, subject), eq(orders.writerId, writerId), inArray(orders.status, [...withWriter]));
      await free(work, await lockOrders(work.tx, left));
    },
  })),
];

/**
 * Orders keep a copy of the client's name and address for the admin area's search; it follows the account. Work of
 * somebody who is no writer any more is free for another one. An order whose notice of delivery was refused by the mail
 * server does not end by itself.
 */
export const orderEventHandlers: readonly EventHandler[] = [
  {
    on: "account.profile-changed",
    name: "orders.copy-profile",
    run: async (work, event) => {
      const person = (await findPeople(work.tx, [event.subject])).get(event.subject);
      if (!person) return;
      const copied = { clientName: person.name, clientEmail: person.email };
      const old = or(ne(orders.clientName, person.name), ne(orders.clientEmail, person.email));
      for (const order of await lockOrders(work.tx, and(eq(orders.clientId, event.subject), old)))
        await saveLocked(work, order, copied);
    },
  },
  ...writerGone,
  {
    on: "mail.refused",
    name: "orders.notice-refused",
    concerns: ({ kind }) => kind === "order.delivered",
    run: async (work, event) => {
      const notice = readNoticeKey(event.payload.onceKey);
      const order = notice && (await loadOrder(work.tx, notice.subject, true));
      if (order?.deliveredAt?.getTime() === notice?.at.getTime() && order && !order.noticeRefused)
        await saveLocked(work, order, { noticeRefused: true });
    },
  },
];
